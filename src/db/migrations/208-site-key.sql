-- The public key of the secret under which access codes are stored: a start with another secret is noticed by it.
alter table site_settings add column site_key bytea
  constraint site_settings_site_key_length check (octet_length(site_key) = 32);
