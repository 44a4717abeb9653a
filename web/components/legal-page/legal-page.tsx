import { Trans, useTranslation } from "react-i18next";
import { PageContents } from "../page-contents/page-contents.tsx";
import { PageHeading } from "../page-heading.tsx";
import { SentenceLink } from "../sentence-link.tsx";
import type { LegalBlock, LegalSection } from "./legal-section.ts";
import "./legal-page.css";

type Day = { readonly iso: string; readonly text: string };

type LegalPageProps = {
  /** Where in the catalogue its texts are. */
  readonly page: "terms" | "privacy";
  readonly sections: readonly LegalSection[];
  readonly effective: Day;
  /** When it was last changed, where it was. */
  readonly updated?: Day;
  readonly operatorEmail: string | null;
  /** What is filled into its sentences. */
  readonly values: Readonly<Record<string, string | number>>;
};

/** A page of sentences that hold: since when, what is in them, the sections, and in the last one whom to ask. */
export function LegalPage({ page, sections, effective, updated, operatorEmail, values }: LegalPageProps) {
  const { t } = useTranslation("pages");
  return (
    <PageContents
      title={t(`${page}.contents`)}
      sections={sections.map(({ key, anchor }) => ({ anchor, label: t(`${page}.${key}.title`) }))}
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
          <h2 id={anchor}>{t(`${page}.${key}.title`)}</h2>
          {blocks.map((block) => (
            <Block key={block.text} path={`${page}.${key}`} block={block} values={values} />
          ))}
          {key === "contact" && <OperatorLine page={page} email={operatorEmail} />}
        </section>
      ))}
    </PageContents>
  );
}

function DayLine({ i18nKey, day }: { readonly i18nKey: string; readonly day: Day }) {
  const { t } = useTranslation("pages");
  return (
    <Trans t={t} i18nKey={i18nKey} values={{ date: day.text }} components={{ date: <time dateTime={day.iso} /> }} />
  );
}

type BlockProps = Pick<LegalPageProps, "values"> & { readonly path: string; readonly block: LegalBlock };

/** A paragraph, with the list that it leads in. */
function Block({ path, block, values }: BlockProps) {
  const { t } = useTranslation("pages");
  const links = {
    host: <SentenceLink href="/how-it-works#host" />,
    privacy: <SentenceLink href="/privacy" />,
  };
  return (
    <>
      <p>
        <Trans t={t} i18nKey={`${path}.${block.text}`} values={values} components={links} />
      </p>
      {block.list && (
        <ul>
          {block.list.map((item) => (
            <li key={item}>{t(`${path}.${item}`, values)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whom to write to, where the operator says so. */
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
