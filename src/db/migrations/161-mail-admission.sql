-- When a mail was admitted by the limits of mails: it is counted once, whichever of its tries comes so far (src/mail/delivery.ts).
-- The version before admits at a mail's first try and does not say so. What it tried and did not defer counts as admitted.
alter table mails add column admitted_at timestamptz;
update mails set admitted_at = now() where state in ('waiting', 'failed', 'unclear') and attempts > 0 and deferred_until is null;
