-- The number of the permit that a promotion needs by law, as the authority wrote it.
alter table raffles add column permit_number text not null default ''
  constraint raffles_permit_number_length check (char_length(permit_number) <= 120);

-- A link that is ended is deleted: the log of changes says by whom and when.
alter table raffle_helpers drop column revoked_at;
