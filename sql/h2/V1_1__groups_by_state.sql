-- H2 has no partial index; the state of a group seldom changes, so the full one costs little.
create index message_group_by_state on message_group (consumer_group, state);
