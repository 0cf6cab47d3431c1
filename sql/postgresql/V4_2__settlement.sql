-- Numbers the inbox rows in the order in which they are written. The lock on a message group's row lets one
-- transaction of it run at a time, so within a group that is the order of the commits.
create sequence inbox_settlement;
alter table inbox add column settlement bigint;
alter table inbox alter column settlement set default nextval('inbox_settlement');
alter sequence inbox_settlement owned by inbox.settlement;
