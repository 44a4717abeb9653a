import { useTranslation } from "react-i18next";
import type { EmbedSettings } from "#src/raffles/embed/embed-settings.ts";
import { MAX_SITES_LENGTH } from "#src/raffles/embed/limits.ts";
import { CheckboxField } from "../../forms/checkbox.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { FormResult } from "../../requests/answer-form.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import "./embed-part.css";

/** What an organiser has typed, or the settings of before. */
type TypedSettings = { readonly embedSites: string; readonly embedAnywhere: boolean };

type EmbedPartProps = {
  readonly codeId: string;
  readonly name: string;
  readonly origin: string;
  readonly settings: EmbedSettings;
  readonly result: FormResult<unknown, TypedSettings> | undefined;
};

/** Who may show the raffle on their own website, and the lines of HTML that do it. */
export function EmbedPart({ codeId, name, origin, settings, result }: EmbedPartProps) {
  const { t, i18n } = useTranslation("desk");
  const { embedSites, embedAnywhere } = result?.refusal
    ? result.typed
    : { ...settings, embedSites: settings.embedSites.join("\n") };
  const script = (show: string) =>
    `<script async src="${origin}/embed.js" data-raffle="${codeId}"${show} data-lang="${i18n.language}" ` +
    `data-title="${attribute(name)}"></script>`;
  const frame =
    `<iframe src="${origin}/embed/${codeId}?lang=${i18n.language}" title="${attribute(name)}" width="100%" ` +
    `height="640" style="border:0;max-width:40rem"></iframe>`;
  const hasForm = settings.embedSites.length > 0;
  return (
    <FormSection title={t("embed.heading")} hint={t("embed.hint")}>
      {result && !result.refusal && <Notice kind="success">{t("embed.saved")}</Notice>}
      <RefusableForm
        className="form embed-form"
        draft={`embed-${codeId}`}
        heading={t("embed.failed")}
        refusal={result?.refusal}
      >
        <TextField
          name="embedSites"
          label={t("embed.sites")}
          hint={t("embed.sitesHint")}
          rows={3}
          maxLength={MAX_SITES_LENGTH}
          defaultValue={embedSites}
          autoCapitalize="none"
          spellCheck={false}
        />
        <CheckboxField
          name="embedAnywhere"
          value="yes"
          label={t("embed.anywhere")}
          hint={t("embed.anywhereHint")}
          defaultChecked={embedAnywhere}
        />
        <Submit label={t("embed.save")} look="secondary" />
      </RefusableForm>
      {hasForm || settings.embedAnywhere ? (
        <>
          <CodeLine label={t("embed.ticket")} code={script("")} />
          {hasForm && <CodeLine label={t("embed.form")} code={script(' data-show="form"')} />}
          <CodeLine label={t("embed.frame")} code={frame} />
          <p className="hint">{t("embed.wordpress")}</p>
        </>
      ) : (
        <p className="hint">{t("embed.nobody")}</p>
      )}
    </FormSection>
  );
}

function CodeLine({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <div className="embed-line">
      <h3>{label}</h3>
      <code translate="no">{code}</code>
      <CopyButton label={label} text={code} />
    </div>
  );
}

/** A text within the quotation marks of an attribute. */
function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
