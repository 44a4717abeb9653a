-- What organisers changed. It refers to nothing, so that it outlives the raffle it tells of.
create table audit_log (
  raffle_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor text not null constraint audit_log_actor_length check (char_length(actor) between 1 and 200),
  action text not null constraint audit_log_action_form check (action ~ '^[a-z-]{1,60}$'),
  subject text not null constraint audit_log_subject_length check (char_length(subject) <= 300),
  before jsonb,
  after jsonb,
  primary key (raffle_id, id)
);

create function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows: % is refused.', tg_op using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_log_change();

create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function refuse_audit_log_change();
