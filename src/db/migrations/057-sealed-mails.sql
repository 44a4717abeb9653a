-- What a mail says that is stored nowhere else, and to whom: sealed under the site's secret (src/mail/sealed-content.ts).
-- It is kept while the mail waits, and not a moment longer.
alter table mails
  add column sealed bytea constraint mails_sealed_waits check (sealed is null or state = 'waiting'),
  drop constraint mails_concern_somebody,
  -- Of an account, or of a raffle: one of its entries, or whoever made it.
  add constraint mails_concern_somebody check (
    case when raffle_id = '00000000-0000-0000-0000-000000000000'
      then user_id is not null and entry_id is null
      else user_id is null
    end
  );
