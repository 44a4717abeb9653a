-- Whose raffle it is, as the shop says it of itself.
alter table raffles
  add column shop_name text not null default '' constraint raffles_shop_name_length check (char_length(shop_name) <= 80),
  add column shop_place text not null default '' constraint raffles_shop_place_length check (char_length(shop_place) <= 80),
  add column shop_contact text not null default ''
    constraint raffles_shop_contact_length check (char_length(shop_contact) <= 160),
  -- An RGB colour, or empty for the site's own.
  add column accent_color text not null default ''
    constraint raffles_accent_color_format check (accent_color ~ '^(#[0-9a-f]{6})?$');
