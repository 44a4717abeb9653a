-- Addresses that somebody else typed (src/entries/typed). What admins decide for the whole site is one row.
create table site_settings (
  only_row boolean primary key default true constraint site_settings_only_row check (only_row),
  -- Whose organisers may have people mailed whom they imported or typed in.
  mail_typed text not null default 'never' constraint site_settings_mail_typed_known
    check (mail_typed in ('never', 'organisers', 'all'))
);
insert into site_settings default values;

-- When an organiser changed the e-mail of an entry: then somebody else typed it, although the entrant entered online.
alter table entries add column retyped_at timestamptz;
-- When the entrant of a typed address opened the entry.
alter table entries add column self_opened_at timestamptz;

-- When an admin let an account have such people mailed, without waiting for the account's age.
alter table users add column typed_mail_released_at timestamptz;

-- How many people a mailing left out, because somebody else typed their addresses.
alter table draw_mailings add column left_out integer not null default 0;
update draw_mailings set left_out = greatest(0, from_paper - 500);
