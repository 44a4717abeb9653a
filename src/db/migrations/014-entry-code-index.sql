-- One index finds an entry by its code alone and keeps the code unique in its raffle: every entry pays for each of them.
drop index entries_entry_code;
alter table entries drop constraint entries_entry_code_unique;
alter table entries add constraint entries_entry_code_unique unique (entry_code, raffle_id);
