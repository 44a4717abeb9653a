-- Who deleted an entry: its entrant is told when the minute is over. Null for a version that told nobody.
alter table deleted_entries add column deleted_by text
  constraint deleted_entries_deleted_by_known check (deleted_by in ('organiser', 'admin'));
