-- The collections of the product. Lengths here are the last line of defence: the zod schemas of each
-- feature state the same limits and answer with a message. Texts are stored as they were typed (trimmed).

create table raffles (
  id uuid primary key,
  code_id text not null constraint raffles_code_id_unique unique
    constraint raffles_code_id_form check (code_id ~ '^[A-Z0-9]{8}$'),
  -- HMAC-SHA-256 under a key that is not in the database: four characters fall to any plain hash.
  access_code_hash bytea not null constraint raffles_access_code_hash_size check (octet_length(access_code_hash) = 32),
  name text not null constraint raffles_name_length check (char_length(name) between 1 and 120),
  details text not null constraint raffles_details_length check (char_length(details) between 1 and 5000),
  due_date timestamptz not null,
  draw_date timestamptz not null,
  status text not null default 'Unpublished' constraint raffles_status_known check (status in ('Published', 'Unpublished')),
  sources text[] not null default array['Online']
    constraint raffles_sources_count check (cardinality(sources) between 1 and 50),
  facebook_link text not null default 'required'
    constraint raffles_facebook_link_known check (facebook_link in ('required', 'optional', 'not-asked')),
  instagram_link text not null default 'required'
    constraint raffles_instagram_link_known check (instagram_link in ('required', 'optional', 'not-asked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint raffles_draw_after_due check (draw_date >= due_date)
);

create index raffles_published on raffles (due_date, id) where status = 'Published';

-- An uploaded banner, re-encoded by us. A raffle without a row shows the banderitas drawn from its code.
create table raffle_banners (
  raffle_id uuid primary key references raffles (id) on delete cascade,
  png bytea not null,
  webp bytea not null,
  updated_at timestamptz not null default now()
);

create table prizes (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  prize_code text not null constraint prizes_prize_code_length check (char_length(prize_code) between 1 and 40),
  name text not null constraint prizes_name_length check (char_length(name) between 1 and 120),
  details text not null default '' constraint prizes_details_length check (char_length(details) <= 2000),
  -- Kept as typed ("1,500.00"): it is shown, never calculated with.
  worth text not null default '' constraint prizes_worth_form check (worth ~ '^([0-9][0-9,]{0,14}(\.[0-9]{1,2})?)?$'),
  number_of_winners integer not null default 1 constraint prizes_number_of_winners_range check (number_of_winners between 1 and 10000),
  order_number integer not null default 1 constraint prizes_order_number_range check (order_number between 0 and 1000000),
  primary key (raffle_id, id),
  constraint prizes_prize_code_unique unique (raffle_id, prize_code)
);

create table rules (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  number integer not null constraint rules_number_range check (number between 0 and 1000000),
  details text not null constraint rules_details_length check (char_length(details) between 1 and 1000),
  -- Chances in the draw that doing this rule earns.
  drops integer not null default 1 constraint rules_drops_range check (drops between 1 and 100),
  primary key (raffle_id, id)
);

-- The checklist and the wishlist are columns of the entry: an entry is stored whole or not at all, with one
-- insert. A rule or prize that is missing there is Pending or Unselected; one that was removed since is shown
-- as unknown. The raffle's id leads every key, so that the table can be sharded by raffle.
create table entries (
  raffle_id uuid not null references raffles (id) on delete restrict,
  id uuid not null,
  entry_code text not null constraint entries_entry_code_form check (entry_code ~ '^[A-Z]{8}$'),
  first_name text not null constraint entries_first_name_length check (char_length(first_name) between 1 and 100),
  last_name text not null constraint entries_last_name_length check (char_length(last_name) between 1 and 100),
  address text not null constraint entries_address_length check (char_length(address) between 1 and 300),
  phone text not null constraint entries_phone_length check (char_length(phone) between 1 and 40),
  phone_key text not null constraint entries_phone_key_form check (phone_key ~ '^\+[0-9]{3,17}$'),
  email text not null constraint entries_email_length check (char_length(email) between 3 and 254),
  email_key text not null constraint entries_email_key_form check (char_length(email_key) between 3 and 320 and email_key !~ '[[:space:]A-Z]'),
  facebook text not null default '' constraint entries_facebook_length check (char_length(facebook) <= 200),
  instagram text not null default '' constraint entries_instagram_length check (char_length(instagram) <= 200),
  source text not null default 'Online' constraint entries_source_length check (char_length(source) between 1 and 60),
  status text not null default 'Active' constraint entries_status_known check (status in ('Active')),
  done_rules uuid[] not null default '{}' constraint entries_done_rules_count check (cardinality(done_rules) <= 100),
  -- [{"prizeId": uuid, "status": "Selected" | "Unselected", "note": text}]
  wishes jsonb not null default '[]' constraint entries_wishes_form check (jsonb_typeof(wishes) = 'array' and jsonb_array_length(wishes) <= 100),
  promotions boolean not null default false,
  terms_accepted_at timestamptz not null,
  -- SHA-256 of what was submitted: tells a retry after a lost answer from another person's entry.
  submission_hash bytea not null constraint entries_submission_hash_size check (octet_length(submission_hash) = 32),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (raffle_id, id),
  constraint entries_entry_code_unique unique (raffle_id, entry_code),
  constraint entries_phone_unique unique (raffle_id, phone_key),
  constraint entries_email_unique unique (raffle_id, email_key)
);

-- An entrant comes with nothing but the code.
create index entries_entry_code on entries (entry_code);

create table events (
  id uuid primary key,
  code text not null constraint events_code_unique unique constraint events_code_form check (code ~ '^[A-Z0-9]{6}$'),
  title text not null constraint events_title_length check (char_length(title) between 1 and 120),
  src text not null constraint events_src_length check (char_length(src) between 1 and 2000),
  src_draw text not null constraint events_src_draw_length check (char_length(src_draw) between 1 and 2000),
  src_create_voucher_link text not null default '' constraint events_src_create_voucher_link_length check (char_length(src_create_voucher_link) <= 2000),
  src_create_voucher_validate_link text not null default '' constraint events_src_create_voucher_validate_link_length check (char_length(src_create_voucher_validate_link) <= 2000),
  created_at timestamptz not null default now()
);

-- Accounts as Better Auth keeps them (its core tables and its admin plugin's columns), in this project's naming.
create table users (
  id text primary key,
  email text not null constraint users_email_unique unique constraint users_email_lower check (email = lower(email)),
  email_verified boolean not null default false,
  username text not null constraint users_username_length check (char_length(username) between 1 and 100),
  image text,
  role text not null default 'user' constraint users_role_known check (role in ('user', 'admin')),
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table user_sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null constraint user_sessions_token_unique unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  impersonated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index user_sessions_user on user_sessions (user_id);

create table user_credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_credentials_account_unique unique (provider_id, account_id)
);

create index user_credentials_user on user_credentials (user_id);

create table user_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index user_verifications_identifier on user_verifications (identifier);
