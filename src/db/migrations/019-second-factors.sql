-- A second factor: the secret that an app on a phone shares with the site, encrypted under the site's secret.
create table user_second_factors (
  user_id text primary key references users (id) on delete cascade,
  secret bytea not null,
  -- Null until the app has shown that it has the secret: nothing is asked for by then.
  confirmed_at timestamptz,
  -- The newest code that was used, by its half minute: none is taken twice, nor an older one.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- For whoever lost the phone: each works once, and is stored as a keyed hash.
create table user_backup_codes (
  user_id text not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Whether the password was right and the second factor is still to come: such a session is nobody's.
alter table user_sessions add column awaits_code boolean not null default false;
