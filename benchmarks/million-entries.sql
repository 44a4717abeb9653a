-- A million people of no country in particular, the same in every run. Names come in long-tailed shares, as real ones
-- do: the commonest last name belongs to thousands, the rarest to a handful.
with last_names as (
  select n, initcap(string_agg(syllables[1 + (hashint4(n * 7 + k * 131) & 2147483647) % cardinality(syllables)], '' order by k)) as name
  from generate_series(1, 3000) as n, generate_series(1, 4) as k,
    (select string_to_array('san ma ga lo pe ña to ri cas ti llo bau men do za cruz vi nue gar cia del ro sa rio qui am bao pang il nan', ' ') as syllables) as known
  where k <= 2 + n % 3
  group by n
), first_names as (
  select n, (string_to_array('Maria Juan Jose Angelica Mark Jasmine Rodel Kristine Danilo Althea Ramil Noel Princess Liezel Jericho Begoña Iñigo Carlo Miguel Hannelore', ' '))[1 + n % 20]
    || case when n % 3 = 0 then ' ' || (array['Grace', 'Ann', 'Joy', 'Mae', 'Clara', 'Anthony'])[1 + n % 6] else '' end as name
  from generate_series(1, 500) as n
), streets as (
  select n, (string_to_array('Rizal Mabini Bonifacio Luna Aguinaldo Quezon Burgos Magsaysay Osmeña Bahnhof', ' '))[1 + n % 10]
    || ' ' || (array['St.', 'Ave.', 'Ext.', 'Rd.'])[1 + n % 4] || ', '
    || (array['Tondo', 'Ermita', 'Lapu-Lapu', 'Cebu City', 'Davao', 'Quezon City', 'Makati', 'Pasig', 'Baguio', 'Iloilo', 'Zamboanga', 'Taguig'])[1 + n % 12] as name
  from generate_series(1, 480) as n
), people as (
  select i, first_names.name as first_name, last_names.name as last_name, (1 + i % 999) || ' ' || streets.name as address,
    -- Never 0917, the numbers of those whom the load adds: a refused entry would ask its household for a puzzle.
    '2' || lpad(((i * 7919) % 100000000)::text, 8, '0') as digits,
    lower(translate(split_part(first_names.name, ' ', 1) || '.' || last_names.name, 'ñÑ', 'nn')) || i || '@example.com' as email
  from generate_series($2::bigint, $3::bigint) as i
  join first_names on first_names.n = 1 + (hashint8(i) & 2147483647) % 500
  join last_names on last_names.n = 1 + floor(2999 * power((hashint8(i * 3 + 1) & 1048575) / 1048576.0, 1.8))::int
  join streets on streets.n = 1 + (hashint8(i * 5 + 2) & 2147483647) % 480
), raffle as (
  select array(select id from rules where raffle_id = $1 order by number) as rules,
    array(select id from prizes where raffle_id = $1 order by order_number) as prizes
)
insert into entries (
  raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key, facebook, instagram,
  source, done_rules, wishes, terms_accepted_at, submission_hash, created_at
)
select $1, (lpad(to_hex(1750000000000 + i * 20), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
  translate(upper(substr(md5('code ' || i), 1, 8)), '0123456789', 'GHJKLMNPQR'),
  first_name, last_name, address, '09' || digits, '+639' || digits, email, email,
  'https://www.facebook.com/user' || i, 'https://www.instagram.com/user' || i,
  case when i % 50 = 0 then 'Radio' when i % 10 = 0 then 'Shop counter' else 'Online' end,
  array(select rules[n] from generate_series(1, cardinality(rules)) as n where i % 3 = 0 or (i >> n) & 1 = 1),
  jsonb_build_array(
    jsonb_build_object('prizeId', prizes[1 + i % cardinality(prizes)], 'status', 'Selected', 'note', ''),
    jsonb_build_object('prizeId', prizes[1 + (i / 7 + 1 + i) % cardinality(prizes)], 'status', 'Selected', 'note', 'size M')
  ),
  now(), sha256(i::text::bytea), now() - interval '6 hours' + i * interval '20 ms'
from people, raffle
order by i
on conflict do nothing
