import { NOT_VALID } from "#src/earning/invite/states.ts";
import type { LedgerRow, OwnDrops } from "#src/earning/read.ts";
import type { ChecklistItem } from "#src/entries/schema.ts";
import { withoutStop } from "#src/entries/standing/standing-text.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import type { RaffleRule } from "#src/raffles/schema.ts";

/** The ticks that count without a proof, as rows for their entrant beside those of the ledger. */
export function tickedRows(
  rules: readonly Pick<ChecklistItem, "ruleId" | "details" | "drops" | "proof" | "status">[],
  language: Language,
) {
  // A raffle without proved rules has no ledger to complete.
  if (rules.every(({ proof }) => proof === "said")) return [];
  return rules
    .filter(({ proof, status }) => proof === "said" && status === "Done")
    .map(({ ruleId, details, drops }) => ({
      id: ruleId,
      text: translate(language, { key: "stamps:ledger.ticked", params: { count: drops, rule: withoutStop(details) } }),
    }));
}

/**
 * What an entry earned, and what was refused or taken back. The server makes the sentences, so that no script grows.
 */
export function ledgerView(
  rows: readonly (Pick<OwnDrops, "id" | "ruleId" | "drops" | "at" | "reason" | "station"> &
    Partial<Pick<LedgerRow, "givenBy">>)[],
  rules: readonly Pick<RaffleRule, "id" | "details">[],
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
) {
  return rows.map(({ id, ruleId, drops, at, reason, station, givenBy }) => {
    const rule = withoutStop(rules.find((one) => one.id === ruleId)?.details ?? "…");
    const { date } = formatTimestamp(at, language, timeZone);
    const what = drops > 0 ? "granted" : drops < 0 ? "withdrawn" : "refused";
    const params = { count: Math.abs(drops), rule, date };
    const why = reason === NOT_VALID ? translate(language, { key: "pages:invite.notValid" }) : reason;
    const row =
      station !== null && drops === 0
        ? translate(language, { key: "stamps:ledger.stamp", params: { station, date } })
        : translate(language, { key: `entries:view.row.${what}`, params });
    const from = station !== null && drops !== 0 ? `${row} · ${station}` : row;
    const shown = { row: from, name: givenBy ?? "" };
    // The shop reads whose screen it was.
    const text = station && givenBy ? translate(language, { key: "stamps:ledger.shown", params: shown }) : from;
    return { id, text: why === "" ? text : `${text} (${why})` };
  });
}
