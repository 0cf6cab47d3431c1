-- Finds what is open for people, and what is old enough to be removed, each in its order.
create index effect_by_age on effect (consumer_group, state, changed_at);

drop index effect_by_state;
