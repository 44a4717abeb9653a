import { redirectDocument } from "react-router";
import { accept } from "#src/base/outcome.ts";
import { readClaimSettings } from "#src/claims/settings.ts";
import { sendsFingerprint } from "#src/draws/mails/sends-fingerprint.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { hasOwner } from "#src/raffles/lists/account-raffles.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { pathTo } from "../../requests/path-to.ts";
import { toSameScreen } from "../../requests/same-screen.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { eveningView } from "../overview/evening-view.ts";
import { unlocked } from "./invented.ts";
import { Rehearsal } from "./rehearsal.tsx";
import { rehearsedLockMail, rehearsedPrizeMail } from "./rehearsed-mails.ts";
import { rehearsedClaim, rehearsedPair, rehearsedVoucher } from "./rehearsed-views.ts";
import { REHEARSED, VERDICTS } from "./steps.ts";

/** Its forms are those of the real screens, and store nothing: no drafts either. As large as what winners upload. */
export const handle: PageHandle = { maxUpload: 2 * MAX_BANNER_BYTES };

/**
 * An evening from closing to the counter with invented people, of the raffle's own prizes, times and settings. Its
 * screens are the real ones. It reads, and writes nothing.
 */
export const loader = deskLoader(
  "desk:rehearse.description",
  async ({ url, site, language, scope, raffle, params }) => {
    const to = (name: string) => pathTo(name, raffle.codeId, params.accessCode);
    // Nobody in a list of names is mailed, claims or has a voucher: what is left is the show.
    if (!peopleCan(raffle).lookUp) throw redirectDocument(to("practice-draw"));
    const asked = url.searchParams;
    const step = asked.has("prize") ? "claims" : (REHEARSED.find((known) => known === asked.get("step")) ?? "closes");
    const { db, config } = site;
    const shown = unlocked(raffle);
    const mails = { config, language, screen: new URL(to("rehearse"), config.origin).href };
    const [lockAt, isOwned, settings] = await Promise.all([
      raffle.lockedAt ? timelineOf(shown).lock : readLockAt(db, scope),
      hasOwner(db, scope.raffleId),
      readClaimSettings(db, scope.raffleId),
    ]);
    const evening = eveningView(shown, { config, language, now: site.clock(), isOwned, lockAt });
    const isMailed = sendsFingerprint(config);
    const hasPrize = shown.prizes.length > 0;
    return {
      step,
      screen: to("rehearse"),
      today: to("overview"),
      raffle: raffle.name,
      points: evening.map(({ name, label, at, gets }) => ({ name, label, at, gets })),
      isMailed,
      /** Whether the list locks without its organiser. */
      locksItself: lockAt !== null,
      /** What was pressed for the pair of the step before. */
      decided: step === "list" ? (VERDICTS.find((verdict) => verdict === asked.get("as")) ?? null) : null,
      withShow: raffle.announce === "with-show",
      pair: step === "check" ? rehearsedPair(shown, { language, timeZone: config.timeZone }) : null,
      mail:
        step === "list" && isMailed
          ? await rehearsedLockMail(shown, mails)
          : step === "claims" && isMailed && hasPrize && !asked.has("prize")
            ? rehearsedPrizeMail(shown, mails)
            : null,
      show: to("practice-draw"),
      claim:
        step === "claims" && hasPrize
          ? rehearsedClaim(shown, {
              site,
              language,
              settings,
              asked,
              screen: to("rehearse"),
              drawPage: to("practice-draw"),
            })
          : null,
      voucher: step === "voucher" ? rehearsedVoucher(shown, asked.has("used") ? site.clock() : null) : null,
    };
  },
);

/** The buttons of the real screens lead on, whatever was typed. */
export const action = deskAction({
  read: () => null,
  change: async ({ url, params, intent }) => {
    const afterVoucher = { use: "voucher&used", unuse: "voucher" };
    const afterPair = VERDICTS.some((verdict) => verdict === intent) ? `list&as=${intent}` : "list";
    const next =
      afterVoucher[intent as keyof typeof afterVoucher] ?? (url.searchParams.has("prize") ? "voucher" : afterPair);
    return accept(toSameScreen(`${pathTo("rehearse", params.raffleCode, params.accessCode)}?step=${next}`));
  },
});

export default Rehearsal;
