import { createContext, type ReactNode, useContext, useState } from "react";
import { I18nextProvider } from "react-i18next";
import type { Language, Namespace } from "#src/i18n/languages.ts";
import { type FormattedTimestamp, formatTimestamp } from "#src/i18n/timestamp.ts";
import { translator } from "#src/i18n/translator.ts";

/** The texts of a page: its language, and the parts of the catalogue that it needs. */
export type PageTexts = {
  readonly language: Language;
  /** The site's time zone, in which pages show moments. */
  readonly timeZone: string;
  readonly catalogue: Readonly<Partial<Record<Namespace, Record<string, unknown>>>>;
  /** Where the browser finds each namespace of the catalogue. Empty in the browser. */
  readonly textFiles?: Readonly<Record<Namespace, string>>;
  /** The text of the small script on every page. Empty in the browser, which gets it from the HTML. */
  readonly script: string;
  /** The same for the script of pages with a form. */
  readonly formScript: string;
  /** The same for the script that starts React. */
  readonly startScript?: string;
  /** The same for the script that registers the service worker. */
  readonly workerScript?: string;
  /** Set when the page answers a form sent without React: whether the form was taken. Empty in the browser. */
  readonly answered?: "taken" | "refused" | undefined;
  /** The nonce that marks our scripts during rendering. Empty in the browser. */
  readonly nonce?: string;
};

const Texts = createContext<PageTexts | null>(null);

/** The id of the element that says as JSON how a hydrated page speaks, and where its texts are. */
export const TEXTS_ELEMENT = "page-texts";

/** What that element holds. The texts are files of their own: they are more than all else of a page. */
export type SentTexts = Pick<PageTexts, "language" | "timeZone"> & {
  readonly files: Readonly<Partial<Record<Namespace, string>>>;
};

/** Provides the texts to all components below, the same on the server and in the browser. */
export function PageTextsProvider({ texts, children }: { readonly texts: PageTexts; readonly children: ReactNode }) {
  const [instance] = useState(() => translator(texts.language, texts.catalogue, "site"));
  return (
    <Texts.Provider value={texts}>
      <I18nextProvider i18n={instance}>{children}</I18nextProvider>
    </Texts.Provider>
  );
}

export function usePageTexts(): PageTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error("There are no texts above this component.");
  return texts;
}

/** Formats moments in the page's language and the site's time zone, such as for the parameters of a text. */
export function useTimestamps(): (at: Date) => FormattedTimestamp {
  const { language, timeZone } = usePageTexts();
  return (at) => formatTimestamp(at, language, timeZone);
}

/** The same as one text: the day, and the time of day. */
export function useWholeTimes(): (at: Date) => string {
  const timestamp = useTimestamps();
  return (at) => `${timestamp(at).date}, ${timestamp(at).time}`;
}
