-- Whether a raffle's entries come from a form or from a list that its organiser had. Of people in a list nothing but a
-- name is needed, which may be one word.
alter table raffles
  add column entries_from text not null default 'form' constraint raffles_entries_from_known check (entries_from in ('form', 'list'));

-- Weaker than before, so that no stored row has to be read.
alter table entries
  drop constraint entries_last_name_length,
  add constraint entries_last_name_length check (char_length(last_name) <= 100) not valid,
  drop constraint entries_address_length,
  add constraint entries_address_length check (char_length(address) <= 300) not valid;
