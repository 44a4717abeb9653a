-- The account that owns a raffle is mailed when winners claim or give up, once an hour at most (src/claims/mails/claim-news.ts).
alter table claim_settings add column tells_owner boolean not null default true;

create table claim_news (
  raffle_id uuid primary key references raffles (id) on delete cascade,
  -- Of the winner who did something last: an account has no language of its own.
  language text not null constraint claim_news_language_known check (language in ('de', 'en', 'fil')),
  -- When something happened that nobody was told; null for nothing.
  happened_at timestamptz,
  told_at timestamptz,
  -- The mail that tells it.
  mail_id uuid
);
create index claim_news_untold on claim_news (raffle_id) where happened_at is not null;
create index claim_news_mail on claim_news (mail_id) where mail_id is not null;
