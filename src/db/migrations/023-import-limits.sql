-- What the check of a list found is kept beside it: reading 5,000 lines again at each look took half a second.
alter table entry_imports
  -- Whose network sent the list, or adds it now, as a keyed hash: nobody's lists may take the room of all.
  add column sender bytea constraint entry_imports_sender_size check (octet_length(sender) = 16),
  -- As the page shows it. JSON and not JSONB, which takes no \u0000; cells of a file may hold one.
  add column preview json constraint entry_imports_preview_size check (octet_length(preview::text) <= 524288),
  -- The version of the raffle that the lines were checked against.
  add column preview_version integer;
