import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type ExtendRefusal, extendClaim, type TurnDownRefusal, turnDownClaim } from "#src/claims/answer-claim.ts";
import { type NoticeRefusal, recordNotice } from "#src/claims/record-notice.ts";
import { type ShowWordsRefusal, showWords } from "#src/claims/show-words.ts";
import { type AnnounceRefusal, takeBackAnnouncement } from "#src/draws/replacing/announce-replacement.ts";
import { type LetGo, letWinnerGo } from "#src/draws/replacing/let-winner-go.ts";
import { readReplacement } from "#src/draws/replacing/read-wish.ts";
import type { ReplaceRefusal } from "#src/draws/replacing/replace-winner.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { Winners } from "./winners.tsx";
import { loadWinners, typedOnCard } from "./winners-page.ts";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("claims:winners.description", loadWinners);

type Refused =
  | NoticeRefusal
  | TurnDownRefusal
  | ExtendRefusal
  | ReplaceRefusal
  | AnnounceRefusal
  | Refusal<"nothing-announced">
  | ShowWordsRefusal;

/** Does what an organiser wants of a winner. Only "replace" replaces: whatever else comes asks first. */
export const action = deskAction({
  read: typedOnCard,
  change: async ({ deps, scope, intent, typed }): Promise<Outcome<LetGo | null, Refused>> => {
    const wanted = { prizeCode: typed.prizeCode, from: Number(typed.ticket), reason: typed.why, note: typed.note };
    const work = (): Promise<Outcome<unknown, Refused>> | null => {
      switch (intent) {
        case "notice":
          return recordNotice(deps, scope, typed);
        case "turn-down":
          return turnDownClaim(deps, scope, typed);
        case "extend":
          return extendClaim(deps, scope, typed);
        case "show-words":
        case "hide-words":
          return showWords(deps, scope, { ...typed, shown: intent === "show-words" });
        case "take-back":
          return takeBackAnnouncement(deps, scope, wanted);
        default:
          return null;
      }
    };
    if (intent === "replace") return letWinnerGo(deps, scope, wanted);
    const done = await work();
    if (done) return done.ok ? accept({ to: null, dueAt: null }) : done;
    const asked = readReplacement(wanted);
    return asked.ok ? accept(null) : asked;
  },
});

export default Winners;
