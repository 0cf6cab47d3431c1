create index inbox_old on inbox (consumer_group, fate, settled_at);
create index message_group_old on message_group (consumer_group, state, changed_at);
drop index message_group_by_state;
