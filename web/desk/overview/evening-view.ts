import type { Config } from "#src/config/config.ts";
import { willWaitUntil } from "#src/draws/announcing/rules.ts";
import { sendsFingerprint } from "#src/draws/mails/sends-fingerprint.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";

type EveningContext = {
  readonly config: Pick<Config, "smtp" | "timeZone">;
  readonly language: Language;
  readonly now: Date;
  /** Whether an account owns the raffle. */
  readonly isOwned: boolean;
  /** When the list locks by itself; null where it does not. */
  readonly lockAt: Date | null;
};

/** Every point of a raffle's evening: when it comes, and what everybody gets then. */
export function eveningView(raffle: PublicRaffle, { config, language, now, isOwned, lockAt }: EveningContext) {
  const { closes, lock, draw, claimUntil } = timelineOf(raffle);
  const can = peopleCan(raffle);
  const mails = config.smtp !== undefined;
  const short = (at: Date) => formatShort(at, now, language, config.timeZone);
  const say = (key: KeyUnder<"desk", "today.evening">, at?: Date) =>
    translate(language, { key: `desk:today.evening.${key}`, params: at ? { at: short(at) } : {} });
  const waitsUntil = raffle.announcedAt ? null : willWaitUntil(raffle, draw);
  const isLocked = raffle.lockedAt !== null;
  /** Without a time it comes when the organiser says so. */
  const ofPlan = (at: Date) => (isLocked || lockAt ? at : null);
  const points = [
    {
      name: "closes",
      at: closes,
      over: closes <= now,
      gets: [say("closesAll"), mails && isOwned && say("closesOwner")],
    },
    {
      name: "check",
      until: ofPlan(lock),
      over: isLocked,
      gets: [say(isLocked ? "checkOver" : lockAt ? "checkSelf" : "checkByHand")],
    },
    {
      name: "list",
      at: ofPlan(lock),
      over: isLocked,
      gets: [say("listAll"), can.lookUp && sendsFingerprint(config) && say("listMail")],
    },
    {
      name: "draw",
      at: ofPlan(draw),
      over: raffle.drawnAt !== null,
      gets: [waitsUntil ? say("drawShow", waitsUntil) : say("drawAll"), can.lookUp && mails && say("drawMail")],
    },
    {
      name: "claims",
      until: ofPlan(claimUntil),
      over: raffle.drawnAt !== null && claimUntil <= now,
      gets: [say("claimsAll"), raffle.reserves > 0 && say("claimsNext")],
    },
  ] as const;
  // Who stands in a list of names did not join, and claims nothing here.
  const shown = points.filter(({ name }) => (name !== "closes" || can.enter) && (name !== "claims" || can.lookUp));
  const here = shown.find(({ over }) => !over)?.name;
  return shown.map(({ name, over, gets, ...time }) => {
    const at = "at" in time ? time.at : time.until;
    return {
      name,
      label: say(name),
      at: at && { iso: at.toISOString(), text: "at" in time ? short(at) : say("until", at) },
      state: over ? ("over" as const) : name === here ? ("now" as const) : ("later" as const),
      gets: gets.flatMap((text) => (text === false ? [] : [text])),
    };
  });
}
