-- The address that an account gets once a mail has proved it. Null while none is asked for.
alter table users add column new_email text;
-- Where the notice of the change goes: the proved address that the account had then.
alter table users add column former_email text;
-- When the change was asked for. Clears both in time.
alter table users add column email_asked_at timestamptz;
