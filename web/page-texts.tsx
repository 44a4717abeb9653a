import { createContext, type ReactNode, useContext, useState } from "react";
import { I18nextProvider } from "react-i18next";
import type { Language, Namespace } from "#src/i18n/languages.ts";
import { translator } from "#src/i18n/translator.ts";

/** The texts of a page: its language, and the parts of the catalogue that it needs. */
export type PageTexts = {
  readonly language: Language;
  readonly catalogue: Readonly<Partial<Record<Namespace, Record<string, unknown>>>>;
  /** The text of the small script that pages carry; the browser has it from the page itself. */
  readonly script: string;
  /** What our scripts are marked with while the page is rendered; in the browser there is none. */
  readonly nonce?: string;
};

const Texts = createContext<PageTexts | null>(null);

/** The id of the element by which a hydrated page tells the browser its texts. */
export const TEXTS_ELEMENT = "page-texts";

/** Gives all components below their texts, the same on the server and in the browser. */
export function PageTextsProvider({ texts, children }: { readonly texts: PageTexts; readonly children: ReactNode }) {
  const [instance] = useState(() => translator(texts.language, texts.catalogue, "site"));
  return (
    <Texts.Provider value={texts}>
      <I18nextProvider i18n={instance}>{children}</I18nextProvider>
    </Texts.Provider>
  );
}

/** The texts of the page that is being rendered. */
export function usePageTexts(): PageTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error("There are no texts above this component.");
  return texts;
}
