import { Trans, useTranslation } from "react-i18next";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { PageContents } from "../../ui/page-contents/page-contents.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import type { LegalBlock, LegalSection } from "./legal-section.ts";
import "./legal-page.css";

type Day = { readonly iso: string; readonly text: string };

type LegalPageProps = {
  /** The catalogue key under which its texts are. */
  readonly page: "terms" | "privacy";
  readonly sections: readonly LegalSection[];
  readonly effective: Day;
  /** The date of the last change, if any. */
  readonly updated?: Day;
  readonly operatorEmail: string | null;
  /** Values for the placeholders in its sentences. */
  readonly values: Readonly<Record<string, string | number>>;
};

/** A legal page: its date, contents and sections, and a contact in the last section. */
export function LegalPage({ page, sections, effective, updated, operatorEmail, values }: LegalPageProps) {
  const { t } = useTranslation("pages");
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
        <section key={key} className="legal-section" aria-labelledby={anchor}>
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
function textOf(page: LegalPageProps["page"], section: string, text: string): KeyOf<"pages"> {
  return `${page}.${section}.${text}` as KeyOf<"pages">;
}

function DayLine({ i18nKey, day }: { readonly i18nKey: KeyOf<"pages">; readonly day: Day }) {
  const { t } = useTranslation("pages");
  return (
    <Trans t={t} i18nKey={i18nKey} values={{ date: day.text }} components={{ date: <time dateTime={day.iso} /> }} />
  );
}

type BlockProps = Pick<LegalPageProps, "page" | "values"> & { readonly section: string; readonly block: LegalBlock };

/** A paragraph, with the list that it introduces. */
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

/** The contact address, if the operator gives one. */
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
