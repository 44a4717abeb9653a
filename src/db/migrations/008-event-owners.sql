-- As raffles have: an event that was made by somebody signed in is theirs to change without its access code.
alter table events add column owner_id text references users (id) on delete set null;

create index events_owner on events (owner_id, id) where owner_id is not null;

-- An admin reads all of them by age.
create index events_created_at on events (created_at, id);
