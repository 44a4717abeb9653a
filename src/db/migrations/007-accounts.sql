-- A raffle that was made by somebody signed in is theirs to manage without its access code. Without the account the
-- raffle stays: its access code still opens it.
alter table raffles add column owner_id text references users (id) on delete set null;

create index raffles_owner on raffles (owner_id, id) where owner_id is not null;

-- The log also tells of what concerns no raffle or event, such as who was made an admin, and an admin reads all of it by age.
alter table audit_log drop constraint audit_log_pkey;
alter table audit_log alter column scope_id drop not null;
alter table audit_log add primary key (id);
create index audit_log_scope on audit_log (scope_id, id);

-- A user name and the longest address in brackets.
alter table audit_log drop constraint audit_log_actor_length;
alter table audit_log add constraint audit_log_actor_length check (char_length(actor) between 1 and 400);

-- Lists of users are read by age.
create index users_created_at on users (created_at, id);

-- How many entries all raffles together took in each minute of the last day.
create index entry_counts_minutes on entry_counts (key) where kind = 'minute';
