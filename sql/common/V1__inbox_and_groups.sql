-- What became of each message, and how far each message group has come (design.md, "The database").
-- Every key starts with the consumer group: several may share one schema. Ids are compared byte for byte.

create table message_group (
  consumer_group varchar(255)                not null,
  topic          varchar(127)                not null,
  name           varchar(255)                not null,
  state          varchar(20)                 not null,
  last_sequence  bigint                      not null,
  held_count     integer                     not null,
  reason         varchar(40),
  changed_by     varchar(255)                not null,
  changed_at     timestamp(6) with time zone not null,
  constraint message_group_pk primary key (consumer_group, topic, name)
);

create table inbox (
  consumer_group   varchar(255)                not null,
  source           varchar(1024)               not null,
  event_id         varchar(512)                not null,
  topic            varchar(127)                not null,
  message_group    varchar(255)                not null,
  sequence         bigint,
  fingerprint      varchar(64)                 not null,
  fate             varchar(20)                 not null,
  result           varchar(1000000),
  attempts         integer                     not null,
  received_at      timestamp(6) with time zone not null,
  settled_at       timestamp(6) with time zone not null,
  message_id       varchar(255)                not null,
  delivery_attempt integer                     not null,
  constraint inbox_pk primary key (consumer_group, source, event_id)
);

-- Finds the message that took a sequence number before another one claimed it.
create index inbox_by_sequence on inbox (consumer_group, topic, message_group, sequence);

-- Messages taken off the broker that were not applied: held in order, or dead letters.
create table held_message (
  consumer_group   varchar(255)                not null,
  topic            varchar(127)                not null,
  message_group    varchar(255)                not null,
  position         bigint                      not null,
  status           varchar(20)                 not null,
  why              varchar(40)                 not null,
  source           varchar(1024)               not null,
  event_id         varchar(255)                not null,
  sequence         bigint,
  fingerprint      varchar(64)                 not null,
  tag              varchar(16384),
  message_keys     varchar(16384)              not null,
  properties       varchar(1000000)            not null,
  body             bytea                       not null,
  message_id       varchar(255)                not null,
  delivery_attempt integer                     not null,
  born_at          timestamp(6) with time zone not null,
  attempts         integer                     not null,
  last_error       varchar(4000),
  held_at          timestamp(6) with time zone not null,
  constraint held_message_pk primary key (consumer_group, topic, message_group, position)
);

create index held_message_by_key on held_message (consumer_group, source, event_id);
create index held_message_by_status on held_message (consumer_group, status, topic, message_group);

-- Attempts of messages that are not settled yet; a row appears only once something went wrong.
create table attempt (
  consumer_group  varchar(255)                not null,
  source          varchar(1024)               not null,
  event_id        varchar(255)                not null,
  started         integer                     not null,
  last_error      varchar(4000),
  last_started_at timestamp(6) with time zone not null,
  constraint attempt_pk primary key (consumer_group, source, event_id)
);
