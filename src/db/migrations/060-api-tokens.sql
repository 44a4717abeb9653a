-- What programs of an account hold in place of its password (src/access/tokens).
create table api_tokens (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null constraint api_tokens_name_length check (char_length(name) between 1 and 40),
  -- SHA-256 of the token.
  token_hash bytea not null constraint api_tokens_token_hash_size check (octet_length(token_hash) = 32),
  deeds text[] not null constraint api_tokens_deeds_known check (
    cardinality(deeds) > 0
    and deeds <@ array['read-entries', 'change-entries', 'manage-raffle', 'draw', 'read-winners', 'manage-events']
  ),
  -- Null for all raffles of the account, those to come too.
  raffle_ids uuid[] constraint api_tokens_raffles_few check (cardinality(raffle_ids) between 1 and 50),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create unique index api_tokens_hash on api_tokens (token_hash);
create index api_tokens_user on api_tokens (user_id);
