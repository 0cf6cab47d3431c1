-- Run once, before the worker starts: a handler changes rows, never the schema.
create table points_account (
  consumer_group varchar(255) not null,
  customer       varchar(250) not null,
  points         bigint       not null,
  primary key (consumer_group, customer)
);
