-- Finds what is not sent, in the order of the numbers, and what was sent long ago.
create index outbox_unsent on outbox (topic, number) where sent_at is null;
create index outbox_old on outbox (topic, sent_at) where sent_at is not null;

-- Each row is changed once and removed later; the room is used again before much of it has piled up.
alter table outbox set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);
