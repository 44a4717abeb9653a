-- What an event needs to be made and changed by its organiser. Nothing has made events before, so that none is without
-- an access code.
alter table events
  add column access_code_hash bytea not null constraint events_access_code_hash_size check (octet_length(access_code_hash) = 32),
  -- /raffle/{identifier} leads to the event, unless a raffle is found there. Upper case; empty for none.
  add column raffle_identifier text not null default '' constraint events_raffle_identifier_form check (raffle_identifier ~ '^[A-Z0-9-]{0,40}$'),
  add column version integer not null default 1 constraint events_version_positive check (version >= 1),
  add column updated_at timestamptz not null default now();

create unique index events_raffle_identifier_unique on events (raffle_identifier) where raffle_identifier <> '';

-- The log holds what organisers of events changed too: the id is that of the raffle or the event they proved the code of.
alter table audit_log rename column raffle_id to scope_id;
