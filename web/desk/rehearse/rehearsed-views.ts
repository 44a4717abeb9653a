import { waysOf } from "#src/claims/claiming/schema.ts";
import type { ClaimSettings } from "#src/claims/settings.ts";
import { shownVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import type { ClaimPageData } from "../../site/claim/claim-form.tsx";
import type { CheckView } from "../check-entries/pair-check.tsx";
import type { VoucherView } from "../voucher/voucher-check.tsx";
import { INVENTED_LOOK_ALIKE, INVENTED_WINNER, inventedStanding } from "./invented.ts";

/** The check of a list in which somebody entered twice. */
export function rehearsedPair(
  raffle: PublicRaffle,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): CheckView {
  const standing = inventedStanding(raffle);
  const entryOf = ({
    ticket: _,
    voucherCode: _code,
    ...person
  }: typeof INVENTED_WINNER | typeof INVENTED_LOOK_ALIKE) => ({
    ...person,
    id: person.entryCode,
    createdAt: raffle.dueDate,
    valid: true,
    disqualifiedFor: null,
    standing: standingView(standing, raffle, { language, timeZone, reader: "staff" }),
  });
  const [first, second] = [entryOf(INVENTED_WINNER), entryOf(INVENTED_LOOK_ALIKE)];
  const pair = { firstId: first.id, secondId: second.id, signals: ["address"] as const, ofEntries: 2 };
  return { groups: 1, open: 1, later: 0, pair: { ...pair, first, second, stays: "first" } };
}

type ClaimContext = {
  readonly site: Site;
  readonly language: Language;
  readonly settings: ClaimSettings;
  /** The query: which way of the ticket was pressed. */
  readonly asked: URLSearchParams;
  readonly screen: string;
  readonly drawPage: string;
};

/** The page of who won the first prize. */
export function rehearsedClaim(
  raffle: PublicRaffle,
  { site, language, settings, asked, screen, drawPage }: ClaimContext,
): ClaimPageData {
  const { pickUp, question, needsId } = settings;
  const { firstName, entryCode, ticket, address } = INVENTED_WINNER;
  const { shop, prizes } = raffleView(raffle, site, language);
  const [prize] = prizes;
  const ways = waysOf(settings);
  return {
    page: screen,
    holds: true,
    entryPage: `${screen}?step=claims`,
    raffleName: raffle.name,
    drawPage,
    shop,
    hasSouvenir: false,
    entrant: { firstName, entryCode },
    isMailed: site.config.smtp !== undefined,
    proven: true,
    forgotten: false,
    provable: true,
    asked: { ways, pickUp, question, needsId },
    claims: [
      {
        id: "practice",
        state: "opened",
        announced: null,
        turnedDownFor: null,
        ...{ hasId: false, hasPhoto: false, hasWords: false, canBeClaimed: true },
        stored: { way: "", address, day: "", phone: "", answer: "", share: false, sentence: "" },
        prize: prize?.name ?? "",
        icon: prize?.icon ?? "gift",
        picture: prize?.picture,
        ticket,
        claimBy: timelineOf(raffle).claimUntil,
        giveBack: null,
        voucher: null,
      },
    ],
    asOf: asked.get("prize"),
    way: ways.find((way) => way === asked.get("way")) ?? "",
  };
}

/** The winner's voucher as the shop sees it. */
export function rehearsedVoucher({ prizes: [prize] }: PublicRaffle, usedAt: Date | null): VoucherView {
  const { voucherCode, ticket, firstName, lastName } = INVENTED_WINNER;
  return {
    code: voucherCode,
    shown: shownVoucherCode(voucherCode),
    prize: prize?.name ?? "",
    ticket,
    winner: `${firstName} ${lastName}`,
    state: usedAt ? "used" : "valid",
    used: usedAt && { at: usedAt, by: null },
    announced: null,
    key: "practice",
  };
}
