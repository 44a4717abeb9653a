import { Trans, useTranslation } from "react-i18next";
import type { OwnPage as Page } from "#src/http/custom-page.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { formatDate } from "#src/i18n/timestamp.ts";
import { showMarkdown } from "../../page/markdown.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { PageContents } from "../../ui/page-contents/page-contents.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import type { LegalBlock, LegalSection } from "./legal-section.ts";
import "./legal-page.css";
import "./custom-page.css";

type LegalPageProps = {
  /** The page that the operator wrote in its place. */
  readonly own: Page | null;
  /** The catalogue key under which its texts are. */
  readonly page: "terms" | "privacy";
  readonly sections: readonly LegalSection[];
  /** The days of the page, such as 2026-11-22. */
  readonly effective: string;
  readonly updated?: string;
  readonly operatorEmail: string | null;
  /** Values for the placeholders in its sentences. */
  readonly values: Readonly<Record<string, string | number>>;
};

/** The keys of legal pages alone: with those of all pages, the types of Trans are too large for the compiler. */
type LegalKey = Extract<KeyOf<"pages">, `${LegalPageProps["page"]}.${string}`>;

/** A legal page: its date, contents and sections, and a contact in the last section. */
export function LegalPage({ own, page, sections, effective, updated, operatorEmail, values }: LegalPageProps) {
  const { t } = useTranslation("pages");
  if (own) return <OwnPage page={own} title={t(`${page}.heading`)} />;
  return (
    <PageContents
      title={t(`${page}.contents`)}
      sections={sections.map(({ key, anchor }) => ({ anchor, label: t(textOf(page, key, "title")) }))}
      heading={
        <>
          <PageHeading title={t(`${page}.heading`)} lead={t(`${page}.lead`, values)} />
          <p className="legal-dates">
            <DayLine i18nKey={`${page}.effective`} day={effective} />
            {updated && (
              <>
                , <DayLine i18nKey="terms.updated" day={updated} />
              </>
            )}
          </p>
        </>
      }
    >
      {sections.map(({ key, anchor, blocks }) => (
        <section key={key} className="legal-section stack-2" aria-labelledby={anchor}>
          <h2 id={anchor}>{t(textOf(page, key, "title"))}</h2>
          {blocks.map((block) => (
            <Block key={block.text} page={page} section={key} block={block} values={values} />
          ))}
          {key === "contact" && <OperatorLine page={page} email={operatorEmail} />}
        </section>
      ))}
    </PageContents>
  );
}

/** The key of a section's text; `legalSection` has checked that it is there. */
function textOf(page: LegalPageProps["page"], section: string, text: string): LegalKey {
  return `${page}.${section}.${text}` as LegalKey;
}

function DayLine({ i18nKey, day }: { readonly i18nKey: LegalKey; readonly day: string }) {
  const { t } = useTranslation("pages");
  const { language } = usePageTexts();
  // A calendar day is the same everywhere, so reading and formatting use one zone.
  const date = formatDate(new Date(day), language, "UTC");
  return <Trans t={t} i18nKey={i18nKey} values={{ date }} components={{ date: <time dateTime={day} /> }} />;
}

type BlockProps = Pick<LegalPageProps, "page" | "values"> & { readonly section: string; readonly block: LegalBlock };

function Block({ page, section, block, values }: BlockProps) {
  const { t } = useTranslation("pages");
  const links = {
    host: <SentenceLink href="/how-it-works#host" />,
    privacy: <SentenceLink href="/privacy" />,
  };
  return (
    <>
      <p>
        <Trans t={t} i18nKey={textOf(page, section, block.text)} values={values} components={links} />
      </p>
      {block.list && (
        <ul>
          {block.list.map((item) => (
            <li key={item}>{t(textOf(page, section, item), values)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function OperatorLine({ page, email }: { readonly page: "terms" | "privacy"; readonly email: string | null }) {
  const { t } = useTranslation("pages");
  if (!email) return <p>{t(`${page}.contact.noEmail`)}</p>;
  return (
    <p>
      <Trans
        t={t}
        i18nKey={`${page}.contact.operator`}
        values={{ email }}
        components={{ mail: <SentenceLink href={`mailto:${email}`} /> }}
      />
    </p>
  );
}

function OwnPage({ page, title }: { readonly page: Page; readonly title: string }) {
  return (
    <article className="own-page stack-2" lang={page.language}>
      <PageHeading title={page.title ?? title} />
      {showMarkdown(page.text)}
    </article>
  );
}
