import { z } from "zod";
import { hasVisibleText, optionalText } from "#src/base/text.ts";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import { NEWS_LIMITS } from "./limits.ts";

/** News in one language. */
export type NewsText = { readonly subject: string; readonly text: string };

/** News in each language that it was written in. */
export type NewsTexts = Readonly<Partial<Record<Language, NewsText>>>;

const inOneLanguage = z
  .object({ subject: optionalText(NEWS_LIMITS.subject), text: optionalText(NEWS_LIMITS.text, { lines: true }) })
  .superRefine(({ subject, text }, context) => {
    const [isNamed, saysSomething] = [hasVisibleText(subject), hasVisibleText(text)];
    if (saysSomething && !isNamed) {
      context.addIssue({ code: "custom", path: ["subject"], message: "newsSubjectMissing" });
    }
    if (isNamed && !saysSomething) context.addIssue({ code: "custom", path: ["text"], message: "newsTextMissing" });
  })
  .transform((one) => (hasVisibleText(one.subject) ? one : undefined));

/** The input for a draft: subject and text by language, for at least one language. Blank languages are left out. */
export const newsTexts = z
  .record(z.enum(LANGUAGES), inOneLanguage, { error: "bodyInvalid" })
  .transform((texts): NewsTexts => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)))
  .refine((texts) => Object.keys(texts).length > 0, { error: "newsEmpty", path: ["en", "subject"] });

/** The states of news: not sent yet, filling the outbox, outbox filled, stopped at some point after it was sent. */
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

/** Sent news, with the counts of its mails. */
export type SentNews = News & {
  /** How many addresses it was for when it was sent. */
  readonly people: number;
  readonly sent: number;
  readonly waiting: number;
  /** Refused by a mail server, or the outcome is unclear. */
  readonly failed: number;
  /** Not sent: the news was stopped, the entry is gone, or the person refuses news. */
  readonly dropped: number;
  /** Mails already deleted from the outbox because of their age: their outcome is unknown. */
  readonly forgotten: number;
};
