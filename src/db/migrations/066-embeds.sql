-- The websites that may show a raffle in a frame. Nobody may until its organiser says so.
alter table raffles
  add column embed_sites text[] not null default '{}' constraint raffles_embed_sites check (cardinality(embed_sites) <= 20),
  -- Whether any website may show its ticket, which is a link and nothing more. The entry form is for the sites above.
  add column embed_anywhere boolean not null default false;
