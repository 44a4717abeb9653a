import { Trans, useTranslation } from "react-i18next";
import type { OwnPage } from "#src/http/custom-page.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { formatDate } from "#src/i18n/timestamp.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import type { SiteOperator } from "../../page/site-operator.ts";
import { ImprintLine } from "../../ui/imprint-line.tsx";
import { PageContents } from "../../ui/page-contents/page-contents.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import { CustomPage } from "./custom-page.tsx";
import type { LegalBlock, LegalSection } from "./legal-section.ts";
import "./legal-page.css";

type LegalPageProps = {
  /** The page that the operator wrote in its place. */
  readonly own: OwnPage | null;
  /** The catalogue key under which its texts are. */
  readonly page: "terms" | "privacy";
  readonly sections: readonly LegalSection[];
  /** The days of the page, such as 2026-11-22. */
  readonly effective: string;
  readonly updated?: string;
  readonly operator: SiteOperator;
  /** Values for the placeholders in its sentences. */
  readonly values: Readonly<Record<string, string | number>>;
};

/** The keys of legal pages alone: with those of all pages, the types of Trans are too large for the compiler. */
type LegalKey = Extract<KeyOf<"pages">, `${LegalPageProps["page"]}.${string}`>;

/** A legal page: its date, contents and sections, and a contact in the last section. */
export function LegalPage({ own, page, sections, effective, updated, operator, values }: LegalPageProps) {
  const { t } = useTranslation("pages");
  if (own) return <CustomPage page={own} title={t(`${page}.heading`)} />;
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
          {key === "contact" && <OperatorLines page={page} operator={operator} />}
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

/** How the operator is reached: by the address, by the legal notice, or by whom one knows. */
function OperatorLines({ page, operator }: Pick<LegalPageProps, "page" | "operator">) {
  const { t } = useTranslation("pages");
  const { email, hasImprint } = operator;
  return (
    <>
      {email && (
        <p>
          <Trans
            t={t}
            i18nKey={`${page}.contact.operator`}
            values={{ email }}
            components={{ mail: <SentenceLink href={`mailto:${email}`} /> }}
          />
        </p>
      )}
      {hasImprint && <ImprintLine />}
      {!email && !hasImprint && <p>{t(`${page}.contact.noEmail`)}</p>}
    </>
  );
}
