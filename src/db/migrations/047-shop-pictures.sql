-- The pictures of a shop, its logo and its prizes, re-encoded by us in the widths that screens need. A mark is of the
-- bytes: what has another mark is another picture, so that browsers keep each for good.
create table raffle_pictures (
  raffle_id uuid not null references raffles (id) on delete cascade,
  mark text not null constraint raffle_pictures_mark check (mark ~ '^[A-Za-z0-9_-]{11}$'),
  width smallint not null,
  webp bytea not null,
  primary key (raffle_id, mark, width)
);

-- Empty for none. No reference: a picture is stored in several widths, and goes when nothing names its mark.
alter table raffles add column logo text not null default '' constraint raffles_logo check (char_length(logo) <= 11);
alter table prizes
  add column picture text not null default '' constraint prizes_picture check (char_length(picture) <= 11),
  -- The drawing that stands for it without a picture.
  add column icon text not null default 'gift' constraint prizes_icon check (char_length(icon) between 1 and 20);
