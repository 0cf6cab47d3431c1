-- Who tries a message, so that a start on record is not taken for a death while its process works; and positions that are never
-- used again, so that whoever looked at a held message before cannot take another one for it.

alter table attempt add column started_by varchar(36);
alter table held_message add column started_by varchar(36);
alter table held_message add column started_at timestamp(6) with time zone;
alter table message_group add column last_position bigint default 0 not null;
