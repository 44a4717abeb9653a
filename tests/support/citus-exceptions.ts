/** A statement by a part of its text, and why it is no fault. */
type Exception = { readonly text: RegExp; readonly why: string };

/** Statements that ask every shard on purpose. Citus runs them, and they take the longer the more shards there are. */
export const EVERY_SHARD: readonly Exception[] = [
  { text: /from "?(entry_changes|receipt_requests|log_queue)"? order by made_at limit/, why: "which raffle has work" },
  { text: /^select 1 from (entry_changes|log_queue) limit 1/, why: "whether any raffle has work" },
  { text: /from entry_search where has_alike_keys is null/, why: "rows of the version before" },
  { text: /from entry_changes where made_at > clock_timestamp/, why: "whether entries are pouring in" },
  {
    text: /from mails where state = '(waiting|failed|held|deferred)'.* limit/,
    why: "which raffles have mails to send",
  },
  { text: /from "claims" where "raffle_id" in/, why: "prizes of the entries that one browser remembers" },
  { text: /from claims where .* limit/, why: "which raffles have claims to remind of, or records to empty" },
  { text: /from closing_reminders as asked join raffles/, why: "which raffles have reminders" },
  { text: /select raffle_id as "raffleId", count\(\*\)::int as winners from claims/, why: "the draws of one owner" },
  { text: /select distinct entries\.email_key .* from entries join claims/, why: "who won in the draws of one owner" },
  { text: /select distinct claims\.raffle_id/, why: "which raffles have late notices" },
  { text: /from claims join raffles .* join entries/, why: "which raffles have entries that stayed for a prize" },
  { text: /from webhook_deliveries as (old|deliveries)/, why: "which raffles have messages to send, or old ones" },
  { text: /from entry_tick_counts where raffle_id = any/, why: "a list of raffles, with the entries of each" },
  { text: /from "entry_(tick_counts|changes)" where "raffle_id" in/, why: "a list of raffles, with who is in each" },
  { text: /from "draw_replacements" where "raffle_id" in/, why: "a list of raffles, with the winners of each" },
  { text: /from "entries" where "entry_code" = \$1 limit/, why: "a code without its raffle" },
  { text: /select "raffle_id" from "claims" where "voucher_code"/, why: "a code without its raffle" },
  {
    text: /from "winner_words" as "words" inner join "claims".* where .*"code_id"/,
    why: "a picture by its raffle's code",
  },
  { text: /select raffle_id, count\(handed_over_at\)/, why: "what became of the prizes of one shop" },
  { text: /from "winner_words" as "words" .*"on_shop_page" =/s, why: "what winners of one shop say" },
  { text: /"mails".* where "(mailing|news)_id"/, why: "how many mails wait, or who has the news" },
  { text: /from mails where news_id = any/, why: "what became of each news" },
  {
    text: /^(select|update) .*"mails".*"state"/,
    why: "admins' list of mails, and what they send again; mails that are held",
  },
  { text: /^select .*"created_at" < now.* from "mails"|from "mails" where "created_at" </, why: "mails that are old" },
  { text: /from "audit_log" left join "raffles"/, why: "admins' list of changes" },
  { text: /^select "id" from "audit_log" order by/, why: "admins' list of changes" },
  { text: /from entry_counts where kind = 'minute'/, why: "the numbers of the whole site" },
  {
    text: /from (wanting|\(select email_key)|with batch as materialized \( select raffle_id, id, language/,
    why: "news",
  },
  { text: /from deleted_entries where deleted_at <=/, why: "deletions that can no longer be undone" },
  { text: /"entry_imports"/, why: "the room that waiting files take, over all raffles; files that are old" },
];

/** Statements that a site with a sharded database does not send. */
export const PLAIN_ONLY: readonly Exception[] = [
  { text: /^-- prepared: insert-entries/, why: "insert-in-shard.ts" },
  { text: /\(raffle_id, "?[a-z_]+"?\) in \(select \* from unnest/, why: "forEachShard" },
  { text: /^delete from "(entry_changes|receipt_requests|log_queue)" where \(raffle_id, id\) in/, why: "isOldest" },
  { text: /entries e where e\.raffle_id = "s"\."raffle_id"/, why: "outcomes.ts, refusals of several raffles" },
  { text: /parts\.raffle_id = "asked"\."raffle_id"/, why: "ticket-people.ts, of several raffles" },
  {
    text: /join entries on entries\.raffle_id = "asked"\."raffle_id"/,
    why: "entrants.ts and read-standings.ts, of several raffles",
  },
  { text: /not exists \( select 1 from entries where raffle_id = raffles\.id/, why: "unentered-raffles.ts" },
  {
    text: /limit \$\d+ for update( of "?[a-z]+"?)? skip locked *$/,
    why: "skippingLocked, and those that lock of a join",
  },
];
