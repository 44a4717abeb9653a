-- Files of paper entries between their upload and the moment in which they become entries. They hold personal data:
-- the file goes when its lines were added or it is thrown away, and after a day with the next upload.
create table entry_imports (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  file_name text not null constraint entry_imports_file_name_length check (char_length(file_name) between 1 and 200),
  -- Empty once its lines were added: what is left says so.
  file bytea not null constraint entry_imports_file_size check (octet_length(file) <= 2097152),
  -- {"columns": {field: place of its column}, "header": boolean, "source": text}
  mapping jsonb not null constraint entry_imports_mapping_form check (jsonb_typeof(mapping) = 'object'),
  state text not null default 'waiting' constraint entry_imports_state_known check (state in ('waiting', 'adding', 'added', 'failed')),
  -- Whose turn it is to add: a process that was taken for dead finds another one's here, and adds nothing.
  job uuid,
  lines_done integer not null default 0 constraint entry_imports_lines_done_range check (lines_done between 0 and lines_total),
  lines_total integer not null default 0 constraint entry_imports_lines_total_range check (lines_total >= 0),
  -- The catalogue key of why nothing was added.
  error text constraint entry_imports_error_length check (char_length(error) <= 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (raffle_id, id)
);

create index entry_imports_age on entry_imports (created_at);
create index entry_imports_adding on entry_imports (updated_at) where state = 'adding';
