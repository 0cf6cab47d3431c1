-- What operators did to groups, and what they need to look at.

create table operator_action (
  number         bigint generated always as identity,
  consumer_group varchar(255)                not null,
  topic          varchar(127)                not null,
  message_group  varchar(255)                not null,
  action         varchar(20)                 not null,
  author         varchar(255)                not null,
  reason         varchar(4000)               not null,
  messages       integer                     not null,
  done_at        timestamp(6) with time zone not null,
  constraint operator_action_pk primary key (number)
);

create index operator_action_by_group
  on operator_action (consumer_group, topic, message_group, number);

-- The payload of what was applied, so that both sides of a conflict stay readable.
alter table inbox add column body bytea;
