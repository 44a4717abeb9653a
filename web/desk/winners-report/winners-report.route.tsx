import { CODE_HOLDER } from "#src/access/codes/prove-code.ts";
import { isId } from "#src/base/ids.ts";
import { noteTaxes } from "#src/claims/report/note-taxes.ts";
import { type ReportedWinner, readReport } from "#src/claims/report/winners-report.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { formatWorth } from "#src/i18n/numbers.ts";
import { shownWorth } from "#src/raffles/rules.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { readTaxes } from "./tax-form.ts";
import { WinnersReport } from "./winners-report.tsx";

export const handle: PageHandle = { forms: true };

/** The rows of one page. Files have all of them. */
const WINNERS_PER_PAGE = 200;

export const loader = deskLoader(
  "claims:report.description",
  async ({ url, site, language, timeZone, scope, raffle }) => {
    const { origin, currency } = site.config;
    const after = url.searchParams.get("after");
    const rows = await readReport(site.db, scope, after !== null && isId(after) ? after : null, WINNERS_PER_PAGE + 1);
    const shown = rows.slice(0, WINNERS_PER_PAGE);
    const moment = (at: Date) => formatTimestamp(at, language, timeZone);
    const view = (row: ReportedWinner) => {
      const worth = shownWorth(row.worth);
      return {
        ...row,
        worth: worth === null ? "" : formatWorth(worth, language, currency),
        claimBy: moment(row.claimBy),
        claimedAt: row.claimedAt && moment(row.claimedAt),
        handedOverAt: row.handedOverAt && moment(row.handedOverAt),
        /** Null for the organiser. */
        handedOverBy: row.handedOverBy === CODE_HOLDER ? null : row.handedOverBy,
        notices: row.notices.map((notice) => ({ ...notice, at: moment(notice.at) })),
        replaced: row.replaced && { ...row.replaced, at: moment(row.replaced.at) },
      };
    };
    return {
      codeId: raffle.codeId,
      name: raffle.name,
      permitNumber: raffle.permitNumber,
      from: moment(raffle.createdAt),
      until: moment(raffle.dueDate),
      drawn: raffle.drawnAt && moment(raffle.drawnAt),
      place: new URL(`/raffle/${raffle.codeId}/draw`, origin).href,
      inPhilippines: site.config.defaultRegion === "PH",
      years: site.config.winnerRecordYears,
      winners: shown.map(view),
      next: rows.length > shown.length ? (shown.at(-1)?.claimId ?? null) : null,
    };
  },
);

export const action = deskAction({
  read: readTaxes,
  change: ({ deps, scope, typed }) => noteTaxes(deps, scope, typed),
});

export default WinnersReport;
