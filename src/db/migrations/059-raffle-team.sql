-- The accounts that organise a raffle, or help with it. A raffle made without an account has none.
create table raffle_members (
  raffle_id uuid not null references raffles (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null constraint raffle_members_role_known check (role in ('owner', 'organiser', 'helper')),
  joined_at timestamptz not null,
  primary key (raffle_id, user_id)
);
create index raffle_members_user on raffle_members (user_id, raffle_id);

insert into raffle_members (raffle_id, user_id, role, joined_at)
select id, owner_id, 'owner', created_at from raffles where owner_id is not null;
-- Nothing reads or writes it from now on. It stays for one release, for sites of the version before beside this one.
comment on column raffles.owner_id is 'Unused: see raffle_members.';

-- Who was invited to a raffle by mail, until they accept, or the invitation is revoked or expires.
create table raffle_invitations (
  id uuid primary key,
  raffle_id uuid not null references raffles (id) on delete cascade,
  email text not null constraint raffle_invitations_email_length check (char_length(email) between 3 and 254),
  role text not null constraint raffle_invitations_role_known check (role in ('owner', 'organiser', 'helper')),
  -- SHA-256 of what the link holds.
  token_hash bytea not null constraint raffle_invitations_token_hash_size check (octet_length(token_hash) = 32),
  invited_by text not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint raffle_invitations_email_once unique (raffle_id, email)
);
create unique index raffle_invitations_token on raffle_invitations (token_hash);
create index raffle_invitations_invited_by on raffle_invitations (invited_by);
