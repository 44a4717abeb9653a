-- What came on paper is stored as it was written: a slip can be without a phone, an e-mail address or a source, and name a
-- number that nobody can read. Where a key is missing, the entry is unique by what else it has.
alter table entries
  alter column phone_key drop not null,
  alter column email_key drop not null,
  drop constraint entries_phone_length,
  add constraint entries_phone_length check (char_length(phone) <= 40),
  drop constraint entries_email_length,
  add constraint entries_email_length check (char_length(email) <= 254),
  drop constraint entries_source_length,
  add constraint entries_source_length check (char_length(source) <= 60),
  -- E.164, or what stands on the paper without blanks. Lower case can make a text longer.
  drop constraint entries_phone_key_form,
  add constraint entries_phone_key_form check (phone_key ~ '^[^[:space:]A-Z]{1,120}$');
