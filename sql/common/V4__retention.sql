-- What is needed to remove what is old (worker/README.md, "Retention").

-- Whose turn it is to remove the old rows of a consumer group: one process at a time.
create table purge_turn (
  consumer_group varchar(255)                not null,
  holder         varchar(255)                not null,
  taken_at       timestamp(6) with time zone not null,
  constraint purge_turn_pk primary key (consumer_group)
);

-- Finds the held message or dead letter that an inbox row is the other side of.
create index held_message_by_sequence
  on held_message (consumer_group, topic, message_group, sequence);

-- The time of a group that ended on the happy path was that of its first message.
update message_group set changed_at = current_timestamp where state = 'ended';
