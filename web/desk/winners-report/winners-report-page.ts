import type { RouterContextProvider } from "react-router";
import { CODE_HOLDER } from "#src/access/codes/prove-code.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import { type ReportedWinner, readReport } from "#src/claims/report/winners-report.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { formatWorth } from "#src/i18n/numbers.ts";
import { translate } from "#src/i18n/translate.ts";
import { shownWorth } from "#src/raffles/rules.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { raffleOf } from "../../requests/raffle.ts";

/** The rows of one page. Files have all of them. */
const WINNERS_PER_PAGE = 200;

type PageRequest = { readonly request: Request; readonly context: Readonly<RouterContextProvider> };

/** Loads one page of the report. */
export async function loadReport({ request, context }: PageRequest, scope: OrganiserScope) {
  const { db, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await raffleOf(context, scope.raffleId);
  const { origin, timeZone, currency } = config;
  const after = new URL(request.url).searchParams.get("after");
  const rows = await readReport(db, scope, after !== null && isId(after) ? after : null, WINNERS_PER_PAGE + 1);
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
    inPhilippines: config.defaultRegion === "PH",
    years: config.winnerRecordYears,
    winners: shown.map(view),
    next: rows.length > shown.length ? (shown.at(-1)?.claimId ?? null) : null,
    meta: {
      path: "winners-report",
      description: translate(language, { key: "claims:report.description" }),
      ...partOfRaffle(raffle),
    },
  };
}

export type ReportView = Awaited<ReturnType<typeof loadReport>>;
