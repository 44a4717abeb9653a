import { Trans, useTranslation } from "react-i18next";
import { PageContents } from "../page-contents/page-contents.tsx";
import { PageHeading } from "../page-heading.tsx";
import { SentenceLink } from "../sentence-link.tsx";
import { TERMS_SECTIONS, type TermsBlock } from "./terms-sections.ts";
import "./terms.css";

type Day = { readonly iso: string; readonly text: string };

type TermsProps = {
  readonly productName: string;
  readonly operatorEmail: string | null;
  readonly effective: Day;
  readonly updated: Day;
};

/** The terms: when they hold, what is in them, and the nine sections. */
export function Terms({ productName, operatorEmail, effective, updated }: TermsProps) {
  const { t } = useTranslation("pages");
  const sections = TERMS_SECTIONS.map(({ key, anchor }) => ({ anchor, label: t(`terms.${key}.title`) }));
  return (
    <PageContents
      title={t("terms.contents")}
      sections={sections}
      heading={
        <>
          <PageHeading title={t("terms.heading")} lead={t("terms.lead", { productName })} />
          <p className="terms-dates">
            <DayLine i18nKey="terms.effective" day={effective} />, <DayLine i18nKey="terms.updated" day={updated} />
          </p>
        </>
      }
    >
      {TERMS_SECTIONS.map(({ key, anchor, blocks }) => (
        <section key={key} className="terms-section" aria-labelledby={anchor}>
          <h2 id={anchor}>{t(`terms.${key}.title`)}</h2>
          {blocks.map((block) => (
            <Block key={block.text} section={key} block={block} productName={productName} />
          ))}
          {key === "contact" && <OperatorLine email={operatorEmail} />}
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

type BlockProps = {
  readonly section: string;
  readonly block: TermsBlock;
  readonly productName: string;
};

/** A paragraph, with the list that it leads in. */
function Block({ section, block, productName }: BlockProps) {
  const { t } = useTranslation("pages");
  return (
    <>
      <p>
        <Trans
          t={t}
          i18nKey={`terms.${section}.${block.text}`}
          values={{ productName }}
          components={{ host: <SentenceLink href="/how-it-works#host" /> }}
        />
      </p>
      {block.list && (
        <ul>
          {block.list.map((item) => (
            <li key={item}>{t(`terms.${section}.${item}`)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whom to write to, where the operator says so. */
function OperatorLine({ email }: { readonly email: string | null }) {
  const { t } = useTranslation("pages");
  if (!email) return <p>{t("terms.contact.noEmail")}</p>;
  return (
    <p>
      <Trans
        t={t}
        i18nKey="terms.contact.operator"
        values={{ email }}
        components={{ mail: <SentenceLink href={`mailto:${email}`} /> }}
      />
    </p>
  );
}
