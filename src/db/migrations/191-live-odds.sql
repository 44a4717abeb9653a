-- Whether a raffle's page says how many are in the draw of each prize, before its list is locked.
alter table raffles add column live_odds text not null default 'hidden';
alter table raffles add constraint raffles_live_odds_known check (live_odds in ('hidden', 'shown'));
