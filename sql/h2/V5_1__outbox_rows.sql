-- Finds what is not sent, in the order of the numbers, and what was sent long ago.
create index outbox_by_state on outbox (topic, sent_at, number);
