-- Whether the site mails the holder of a prize. It does not, for most of those whose addresses an organiser typed
-- (src/draws/mails/write.ts), until they open their claim.
alter table claims add column is_mailed boolean not null default true;
