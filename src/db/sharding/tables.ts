/** The tables that grow with entries, and the column of each that holds the raffle's id: Citus spreads them by it. */
export const SHARDED_BY: ReadonlyMap<string, string> = new Map([
  // Before what refers to it in its shard.
  ["entries", "raffle_id"],
  // Of a raffle, an event or the site.
  ["audit_log", "scope_id"],
  // Of a raffle's winners, of whom there may be a million.
  ["claims", "raffle_id"],
  ["claim_files", "raffle_id"],
  ["claim_notices", "raffle_id"],
  ["winner_words", "raffle_id"],
  ["closing_reminders", "raffle_id"],
  // Before what refers to it in its shard.
  ["code_batches", "raffle_id"],
  // For a minute each.
  ["deleted_entries", "raffle_id"],
  ["draw_list_parts", "raffle_id"],
  ["draw_places", "raffle_id"],
  ["draw_replacements", "raffle_id"],
  ["drop_codes", "raffle_id"],
  ["earned_drops", "raffle_id"],
  ["entry_changes", "raffle_id"],
  ["entry_counts", "raffle_id"],
  ["entry_imports", "raffle_id"],
  ["entry_search", "raffle_id"],
  ["entry_tick_counts", "raffle_id"],
  ["log_plans", "raffle_id"],
  ["log_queue", "raffle_id"],
  ["log_seals", "raffle_id"],
  ["look_alike_decisions", "raffle_id"],
  ["offline_slips", "raffle_id"],
  // Receipts and news; those of accounts are the site's.
  ["mails", "raffle_id"],
  // Sealed pictures: some thousands a raffle.
  ["proof_photos", "raffle_id"],
  ["push_subscriptions", "raffle_id"],
  ["receipt_requests", "raffle_id"],
  // Before what refers to it in its shard.
  ["stations", "raffle_id"],
  ["station_screens", "raffle_id"],
  ["webhook_deliveries", "raffle_id"],
]);

/**
 * The tables that every worker has whole, each after those that it refers to: what sharded tables refer to or are
 * joined with, and what refers to these.
 */
export const REFERENCE_TABLES: readonly string[] = [
  "users",
  "news",
  "news_refusals",
  "raffles",
  "prizes",
  "rules",
  "raffle_banners",
  "raffle_pictures",
  "raffle_members",
  "raffle_invitations",
  "raffle_helpers",
  "plan_changes",
  "events",
  "retired_codes",
  "list_checks",
  "draw_locks",
  "draw_results",
  "replacement_announcements",
  "draw_shows",
  "draw_mailings",
  "claim_settings",
  "claim_news",
  "closed_mails",
  "webhook_endpoints",
];

/** The tables that stay on the coordinator: they are joined with accounts at most. */
export const LOCAL_TABLES: readonly string[] = [
  "api_tokens",
  "guess_tallies",
  "idempotent_answers",
  "log_cosignatures",
  "log_draws",
  "log_head",
  "log_leaves",
  "log_tiles",
  "log_witnesses",
  "mail_stops",
  "push_notices",
  "schema_migrations",
  "site_settings",
  "user_backup_codes",
  "user_credentials",
  "user_second_factors",
  "user_sessions",
  "user_verifications",
  "witnessed_logs",
];
