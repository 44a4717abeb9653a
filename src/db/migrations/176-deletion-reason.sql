-- Why an organiser deleted an entry: a word of REMOVAL_REASONS, for the mail to its entrant.
alter table deleted_entries add column reason text not null default '';
