import { prizeWonParts } from "#src/claims/mails/templates.ts";
import { PRIZE_FOOT } from "#src/claims/mails/winner.ts";
import { lockWords } from "#src/draws/lock/lock-words.ts";
import { lockedMail } from "#src/draws/mails/list-locked.ts";
import { type EntrantMail, entrantMailTemplate, entryWords } from "#src/entries/mails/recipient.ts";
import { standingLine } from "#src/entries/standing/standing-line.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import { raffleFace } from "#src/mail/face.ts";
import { mailBody } from "#src/mail/template-html.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { INVENTED_LOCK, INVENTED_WINNER, inventedStanding } from "./invented.ts";

/** A mail as its reader would see it. Nobody is sent it. */
export type RehearsedMail = { readonly subject: string; readonly html: string };

type MailContext = {
  readonly config: Pick<Site["config"], "productName" | "origin" | "timeZone">;
  readonly language: Language;
  /** The rehearsal's own screen, to which all links of the mails lead. */
  readonly screen: string;
};

/** The mail about the locked list, of the same words as the real one. */
export async function rehearsedLockMail(raffle: PublicRaffle, context: MailContext): Promise<RehearsedMail> {
  const { language, config, screen } = context;
  const words = entryWords(raffle, INVENTED_WINNER, language, config);
  const standing = inventedStanding(raffle);
  const mail = lockedMail(words, {
    ticket: INVENTED_WINNER.ticket,
    state: "in",
    line: standingLine(standing, raffle, { language, timeZone: config.timeZone }),
    drawAt: timelineOf(raffle).draw,
    words: await lockWords(INVENTED_LOCK),
    checkUrl: `${screen}?step=draw`,
    entryUrl: `${screen}?step=list`,
  });
  return rendered(raffle, mail, context);
}

/** The mail to a winner of the raffle's first prize, of the same words as the real one. */
export function rehearsedPrizeMail(raffle: PublicRaffle, context: MailContext): RehearsedMail {
  const { language, config, screen } = context;
  const words = entryWords(raffle, INVENTED_WINNER, language, config);
  const { ticket } = INVENTED_WINNER;
  const parts = prizeWonParts(words, {
    ticket,
    prizes: raffle.prizes[0]?.name ?? "",
    claimBy: timelineOf(raffle).claimUntil,
    claimUrl: `${screen}?step=claims#page`,
    checkUrl: `${screen}?step=claims`,
  });
  const subject = words.t("mails:prizeWon.subject", { ticket, code: words.shownCode });
  return rendered(raffle, { subject, heading: words.t("mails:prizeWon.heading"), parts, ...PRIZE_FOOT }, context);
}

function rendered(raffle: PublicRaffle, mail: EntrantMail, { config, language, screen }: MailContext): RehearsedMail {
  const words = entryWords(raffle, INVENTED_WINNER, language, config);
  const stop = { link: words.t(mail.stop ?? "mails:receipt.stop"), url: screen };
  const page = raffle.shopContact === "" ? null : `${config.origin}/raffle/${raffle.codeId}`;
  const template = entrantMailTemplate(raffle, words, mail, { language, page });
  return { subject: mail.subject, html: mailBody({ ...template, face: raffleFace(raffle, config, false), stop }) };
}
