-- The transactional outbox: messages that an application writes in the transaction of its own change, and
-- 'producer-tool.jar relay' sends (ops/adr/0006). It has nothing to do with consumer groups: keys start with the topic.

-- The last number that each message group gave out. An application adds one in the transaction that writes the
-- row, which locks the group until it commits: so numbers have no gap, and follow the order of the commits.
create table outbox_group (
  topic         varchar(127) not null,
  message_group varchar(63)  not null,
  last_sequence bigint       not null,
  constraint outbox_group_pk primary key (topic, message_group)
);

create table outbox (
  topic            varchar(127)                not null,
  message_group    varchar(63)                 not null,
  sequence         bigint                      not null,
  number           bigint generated always as identity,
  source           varchar(1000)               not null,
  event_id         varchar(250)                not null,
  type             varchar(255)                not null,
  subject          varchar(1000),
  event_time       timestamp(6) with time zone,
  content_type     varchar(255)                default 'application/json' not null,
  tag              varchar(255),
  last_in_sequence boolean                     default false not null,
  trace_parent     varchar(255),
  body             bytea                       not null,
  written_at       timestamp(6) with time zone default current_timestamp not null,
  sent_at          timestamp(6) with time zone,
  constraint outbox_pk primary key (topic, message_group, sequence),
  constraint outbox_key unique (topic, source, event_id),
  constraint outbox_from_one check (sequence >= 1),
  -- RocketMQ's limits, so that the application's own transaction fails and not the relay later.
  constraint outbox_group_bytes check (octet_length(message_group) between 1 and 63),
  constraint outbox_body_bytes check (octet_length(body) between 1 and 4194304)
);

-- How far each message group is confirmed; outlives its rows. Written by the relay alone, and apart from
-- outbox_group, so that neither waits for the other.
create table outbox_sent (
  topic         varchar(127) not null,
  message_group varchar(63)  not null,
  last_sequence bigint       not null,
  constraint outbox_sent_pk primary key (topic, message_group)
);

-- Which process relays a topic, until when, and how often that has changed.
create table outbox_relay (
  topic      varchar(127)                not null,
  holder     varchar(255)                not null,
  epoch      bigint                      not null,
  held_until timestamp(6) with time zone not null,
  constraint outbox_relay_pk primary key (topic)
);
