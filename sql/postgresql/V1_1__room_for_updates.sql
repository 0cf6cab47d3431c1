-- A group's row is updated once per message. Room in its page and no index on what changes let PostgreSQL
-- update it in place (heap-only tuples), and small thresholds clean up the old versions early.
alter table message_group set (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

create index message_group_not_open on message_group (consumer_group, state) where state <> 'open';
