import { z } from "zod";
import { hasVisibleText, optionalText } from "#src/base/text.ts";
import type { Language } from "#src/i18n/languages.ts";
import { NEWS_LIMITS } from "./limits.ts";

/** News in one language. */
export type NewsText = { readonly subject: string; readonly text: string };

/** News in each language that it was written in. */
export type NewsTexts = Readonly<Partial<Record<Language, NewsText>>>;

const inOneLanguage = z
  .object({ subject: optionalText(NEWS_LIMITS.subject), text: optionalText(NEWS_LIMITS.text) })
  .superRefine(({ subject, text }, context) => {
    const [isNamed, saysSomething] = [hasVisibleText(subject), hasVisibleText(text)];
    if (saysSomething && !isNamed) {
      context.addIssue({ code: "custom", path: ["subject"], message: "newsSubjectMissing" });
    }
    if (isNamed && !saysSomething) context.addIssue({ code: "custom", path: ["text"], message: "newsTextMissing" });
  })
  .transform((one) => (hasVisibleText(one.subject) ? one : undefined));

/** What an admin sends to write news: a subject and a text for each language, at least one of them; blank ones are none. */
export const newsTexts = z
  .object({ de: inOneLanguage, en: inOneLanguage, fil: inOneLanguage }, { error: "bodyInvalid" })
  .transform((texts): NewsTexts => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)))
  .refine((texts) => Object.keys(texts).length > 0, { error: "newsEmpty", path: ["en", "subject"] });

/** What becomes of news: written, the outbox being filled with it, filled, or stopped at some point after it was sent. */
export type NewsState = "draft" | "filling" | "filled" | "stopped";

/** News as admins see it. */
export type News = {
  readonly id: string;
  readonly texts: NewsTexts;
  readonly actor: string;
  readonly state: NewsState;
  readonly createdAt: Date;
  readonly begunAt: Date | null;
};

/** News that was sent, in numbers of mails. */
export type SentNews = News & {
  /** How many addresses it was for when it was sent. */
  readonly people: number;
  readonly sent: number;
  readonly waiting: number;
  /** Refused by a mail server, or nobody knows. */
  readonly failed: number;
  /** Not sent, since it was stopped or the person is gone or wants no more. */
  readonly dropped: number;
  /** Too long ago: the outbox has forgotten what became of them. */
  readonly forgotten: number;
};
