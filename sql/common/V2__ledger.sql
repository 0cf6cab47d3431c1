-- The sample domain: orders with a balance, and every operation that was applied to them.

create table ledger_order (
  consumer_group varchar(255)                not null,
  order_id       varchar(255)                not null,
  status         varchar(20)                 not null,
  currency       varchar(3)                  not null,
  balance        numeric(38, 9)              not null,
  operations     integer                     not null,
  changed_at     timestamp(6) with time zone not null,
  constraint ledger_order_pk primary key (consumer_group, order_id)
);

-- One row per applied operation, never changed. entry_number grows within an order in the order of the
-- commits, since the row lock on the message group lets one transaction of it run at a time.
create table ledger_transaction (
  entry_number   bigint generated always as identity,
  consumer_group varchar(255)                not null,
  order_id       varchar(255)                not null,
  txn_id         varchar(255)                not null,
  operation      varchar(20)                 not null,
  sequence       bigint,
  amount         numeric(38, 9)              not null,
  occurred_at    timestamp(6) with time zone,
  note           varchar(1000000),
  applied_at     timestamp(6) with time zone not null,
  constraint ledger_transaction_pk primary key (entry_number)
);

create index ledger_transaction_by_order on ledger_transaction (consumer_group, order_id, txn_id);
