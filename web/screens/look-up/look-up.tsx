import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import type { LookedUpEntry } from "#src/entries/lists/look-up.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import "../entry-lists/entry-lists.css";
import "../../ui/card-list/card-list.css";

type LookUpProps = {
  readonly codeId: string;
  readonly name: string;
  /** What was typed. */
  readonly fragment: string;
  readonly entries: readonly LookedUpEntry[];
  readonly more: boolean;
  /** How many characters a search needs, and how many entries it shows. */
  readonly shortest: number;
  readonly most: number;
};

/** Finds an entry at a counter, with what staff need there. */
export function LookUp({ codeId, name, fragment, entries, more, shortest, most }: LookUpProps) {
  const { t } = useTranslation("claims");
  const typed = fragment.trim().length;
  return (
    <>
      <PageHeading title={t("helpers.lookUp.heading")} lead={[name, codeId].join(" · ")} />
      <ListSearch
        label={t("helpers.lookUp.label")}
        fragment={fragment}
        maxLength={ENTRY_LIMITS.fragment}
        button={t("helpers.lookUp.find")}
      />
      <div role="status">
        {typed > 0 && typed < shortest && <p>{t("helpers.lookUp.short", { min: shortest })}</p>}
        {typed >= shortest && entries.length === 0 && <p>{t("helpers.lookUp.none")}</p>}
        {more && <p>{t("helpers.lookUp.many", { count: most })}</p>}
      </div>
      <ul className="card-list">
        {entries.map((entry) => (
          <Entry key={entry.entryCode} {...entry} />
        ))}
      </ul>
      <div className="actions">
        <ButtonLink label={t("helpers.toHome")} href={`/helping/${codeId}`} />
      </div>
    </>
  );
}

function Entry({ entryCode, firstName, lastName, phone, email, missing, disqualified }: LookedUpEntry) {
  const { t } = useTranslation(["claims", "desk"]);
  const valid = missing.length === 0;
  return (
    <li>
      <h2>{`${firstName} ${lastName}`}</h2>
      <p>
        <strong>{entryCode}</strong>{" "}
        <strong className={valid ? "is-valid" : "is-invalid"}>
          {t(valid ? "lists.valid" : "lists.invalid", { ns: "desk" })}
        </strong>
      </p>
      <p>{[phone, email].filter((contact) => contact !== "").join(" · ")}</p>
      {disqualified && <p className="is-invalid">{t("helpers.lookUp.notInPlay")}</p>}
      {!valid && (
        <>
          <p>{t("helpers.lookUp.missing")}:</p>
          <ul>
            {missing.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}
