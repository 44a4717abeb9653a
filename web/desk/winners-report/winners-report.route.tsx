import { CHANGE_MANY } from "#src/access/audit/admit-change.ts";
import { CODE_HOLDER } from "#src/access/codes/prove-code.ts";
import { isId } from "#src/base/ids.ts";
import { whyNoWinners } from "#src/claims/no-winners.ts";
import { noteTaxes } from "#src/claims/report/note-taxes.ts";
import { type ReportedWinner, readReport } from "#src/claims/report/winners-report.ts";
import { readPrizesWithoutWinner } from "#src/draws/announcing/prizes-without-winner.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatWorth } from "#src/i18n/numbers.ts";
import { shownWorth } from "#src/raffles/rules.ts";
import { deskStateOf } from "../desk-head/desk-state-of.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { TAX_FIELD, WinnersReport } from "./winners-report.tsx";

export const handle: PageHandle = { forms: true };

/** The rows of one page. Files have all of them. */
const WINNERS_PER_PAGE = 200;

export const loader = deskLoader("claims:report.description", async (screen) => {
  const { url, site, language, scope, raffle } = screen;
  const { origin, currency } = site.config;
  const after = url.searchParams.get("after");
  const [rows, withoutWinner, { state }] = await Promise.all([
    readReport(site.db, scope, after !== null && isId(after) ? after : null, WINNERS_PER_PAGE + 1),
    readPrizesWithoutWinner(site.db, scope.raffleId),
    deskStateOf(screen, scope, raffle),
  ]);
  const now = site.clock();
  const shown = rows.slice(0, WINNERS_PER_PAGE);
  const view = (row: ReportedWinner) => {
    const worth = shownWorth(row.worth);
    return {
      ...row,
      isLate: row.claimBy < now,
      worth: worth === null ? "" : formatWorth(worth, language, currency),
      /** Null for the organiser. */
      handedOverBy: row.handedOverBy === CODE_HOLDER ? null : row.handedOverBy,
    };
  };
  return {
    codeId: raffle.codeId,
    name: raffle.name,
    permitNumber: raffle.permitNumber,
    from: raffle.createdAt,
    until: raffle.dueDate,
    drawn: raffle.drawnAt,
    /** Null while there is no result. */
    place: raffle.drawnAt && new URL(`/raffle/${raffle.codeId}/draw`, origin).href,
    inPhilippines: site.config.defaultRegion === "PH",
    years: site.config.winnerRecordYears,
    noWinners: whyNoWinners(state),
    winners: shown.map(view),
    withoutWinner,
    next: rows.length > shown.length ? (shown.at(-1)?.claimId ?? null) : null,
  };
});

export const action = deskAction({
  limitOf: () => CHANGE_MANY,
  read: readTaxes,
  change: ({ deps, scope, typed }) => noteTaxes(deps, scope, typed),
});

export default WinnersReport;

/** Every tax of a form, by claim. */
function readTaxes(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(TAX_FIELD) && typeof value === "string" ? [[name.slice(TAX_FIELD.length), value]] : [],
    ),
  );
}
