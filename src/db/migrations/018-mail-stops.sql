-- Who wants no mail that others can have sent to them: a keyed hash of the address, so that it tells nobody's.
create table mail_stops (
  address_key bytea primary key constraint mail_stops_address_key_size check (octet_length(address_key) = 32),
  stopped_at timestamptz not null default clock_timestamp()
);
