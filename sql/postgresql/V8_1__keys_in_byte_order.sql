-- Whether a message was applied before is looked up in an index. One that follows a language's order is silently
-- wrong once the system's library sorts otherwise, as after an upgrade or on another machine's replica: a row that
-- is there is not found, and the message is applied again. Bytes sort the same everywhere, and faster.
-- No table is rewritten; its indexes are built anew.
alter table message_group
  alter column consumer_group type varchar(255) collate "C",
  alter column topic          type varchar(127) collate "C",
  alter column name           type varchar(255) collate "C",
  alter column state          type varchar(20)  collate "C";

alter table inbox
  alter column consumer_group type varchar(255)  collate "C",
  alter column source         type varchar(1024) collate "C",
  alter column event_id       type varchar(512)  collate "C",
  alter column topic          type varchar(127)  collate "C",
  alter column message_group  type varchar(255)  collate "C";

alter table held_message
  alter column consumer_group type varchar(255)  collate "C",
  alter column topic          type varchar(127)  collate "C",
  alter column message_group  type varchar(255)  collate "C",
  alter column status         type varchar(20)   collate "C",
  alter column source         type varchar(1024) collate "C",
  alter column event_id       type varchar(255)  collate "C";

alter table attempt
  alter column consumer_group type varchar(255)  collate "C",
  alter column source         type varchar(1024) collate "C",
  alter column event_id       type varchar(255)  collate "C";

alter table effect
  alter column consumer_group type varchar(255)  collate "C",
  alter column source         type varchar(1024) collate "C",
  alter column event_id       type varchar(255)  collate "C",
  alter column name           type varchar(64)   collate "C",
  alter column state          type varchar(20)   collate "C";

alter table purge_turn
  alter column consumer_group type varchar(255) collate "C";

alter table operator_action
  alter column consumer_group type varchar(255) collate "C",
  alter column topic          type varchar(127) collate "C",
  alter column message_group  type varchar(255) collate "C";

alter table ledger_order
  alter column consumer_group type varchar(255) collate "C",
  alter column order_id       type varchar(255) collate "C";

alter table ledger_transaction
  alter column consumer_group type varchar(255) collate "C",
  alter column order_id       type varchar(255) collate "C",
  alter column txn_id         type varchar(255) collate "C";

alter table outbox_group
  alter column topic         type varchar(127) collate "C",
  alter column message_group type varchar(63)  collate "C";

alter table outbox
  alter column topic         type varchar(127)  collate "C",
  alter column message_group type varchar(63)   collate "C",
  alter column source        type varchar(1000) collate "C",
  alter column event_id      type varchar(250)  collate "C";

alter table outbox_sent
  alter column topic         type varchar(127) collate "C",
  alter column message_group type varchar(63)  collate "C";

alter table outbox_relay
  alter column topic type varchar(127) collate "C";
