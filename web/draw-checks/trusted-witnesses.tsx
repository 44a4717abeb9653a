import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { PublicWitness } from "#src/tlog/witness/stored-logs.ts";

/** The witnesses that the site names. Whose word counts, each visitor says; their browser remembers it. */
export function TrustedWitnesses({ witnesses }: { readonly witnesses: readonly PublicWitness[] }) {
  const { t } = useTranslation("draws");
  const hint = useId();
  if (witnesses.length === 0) return null;
  return (
    <fieldset className="check-witnesses needs-script" aria-describedby={hint}>
      <legend>{t("checks.field.trust")}</legend>
      <p className="hint" id={hint}>
        {t("checks.field.trustHint")}
      </p>
      {witnesses.map(({ name, url, key }) => (
        <p key={key}>
          <label>
            <input type="checkbox" name="witness" value={key} /> <span translate="no">{name}</span>
          </label>{" "}
          <a href={url} translate="no">
            {url}
          </a>
        </p>
      ))}
    </fieldset>
  );
}
