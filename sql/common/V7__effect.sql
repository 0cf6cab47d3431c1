-- Effects outside the database, which cannot join the transaction (design.md, "The database").
-- A row is committed before the call, and becomes done in the transaction that settles the message.
-- The epoch changes with each claim, so that who has lost it cannot write any more.
create table effect (
  consumer_group  varchar(255)                not null,
  source          varchar(1024)               not null,
  event_id        varchar(255)                not null,
  name            varchar(64)                 not null,
  topic           varchar(127)                not null,
  message_group   varchar(255)                not null,
  idempotency_key varchar(64)                 not null,
  state           varchar(20)                 not null,
  epoch           bigint                      not null,
  owner           varchar(255)                not null,
  claimed_until   timestamp(6) with time zone not null,
  result          varchar(1000000),
  changed_at      timestamp(6) with time zone not null,
  constraint effect_pk primary key (consumer_group, source, event_id, name)
);

-- Finds what is not done, for people.
create index effect_by_state on effect (consumer_group, state);
