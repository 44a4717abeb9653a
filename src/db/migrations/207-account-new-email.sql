-- The address that an account gets once a mail has proved it. Null while none is asked for.
alter table users add column new_email text;
-- The address before the last change, for the notice that goes there. Cleared after 30 days.
alter table users add column former_email text;
