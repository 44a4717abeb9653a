/** What the audit log records. The desk has a name for each: `changes.actions` in `desk.json`. */
export const AUDIT_ACTIONS = [
  "edit-raffle",
  "delete-raffle",
  "delete-unentered",
  "new-access-code",
  "update-entry",
  "delete-entry",
  "erase-entry",
  "erase-expired",
  "import-entries",
  "lock-list",
  "unpublish-raffle",
  "change-role",
  "ban-user",
  "unban-user",
  "reset-second-factor",
  "edit-event",
  "switch-event-off",
  "switch-event-on",
  "send-news",
  "stop-news",
  "send-mail-again",
  "send-failed-mails-again",
  "retry-job",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
