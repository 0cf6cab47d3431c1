-- Only what may be removed is indexed. The index grows at its right end and shrinks at its left.
create index inbox_old on inbox (consumer_group, settled_at) where fate = 'applied';
create index message_group_ended on message_group (consumer_group, changed_at) where state = 'ended';

-- The room of removed rows is used again before much of it has piled up.
alter table inbox set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 5000
);
