-- What lists search by, and what look-alikes are found by, of columns and not of a whole row: Citus has no type of a row
-- that lies in shards. Those of rows stay for one release, for sites of the version before.
create function search_words(
  first_name text, last_name text, address text, phone text, email text, phone_key text, entry_code text
) returns text language sql immutable parallel safe
return fold_for_search(concat_ws(
  E'\n',
  first_name || ' ' || last_name || ', ' || first_name,
  email, phone, phone_key, address, entry_code
));

create function alike_key(first_name text, last_name text, address text) returns bytea language sql stable parallel safe
return substr(sha256(convert_to(
  regexp_replace(fold_for_search(first_name || last_name), '[[:space:][:punct:]]+', '', 'g')
    || E'\n' || regexp_replace(fold_for_search(address), '[[:space:][:punct:]]+', '', 'g'),
  'UTF8'
)), 1, 8);

comment on function entry_words(entries) is 'Unused: see search_words.';
comment on function entry_alike(entries) is 'Unused: see alike_key.';
