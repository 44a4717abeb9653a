import { useTranslation } from "react-i18next";
import { MAX_URL } from "#src/webhooks/limits.ts";
import { WEBHOOK_KINDS } from "#src/webhooks/schema.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { fieldId } from "../../forms/form-errors.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { TypedEndpoint, WebhooksResult } from "./webhooks-page.ts";
import "./webhooks.css";

type WebhookFormProps = {
  readonly title: string;
  readonly intent: "add" | "save";
  readonly result: WebhooksResult | null;
  readonly initial: TypedEndpoint;
};

/** What an endpoint is told, and where. */
export function WebhookForm({ title, intent, result, initial }: WebhookFormProps) {
  const { t } = useTranslation("webhooks");
  const refused = result?.refusal ? result : null;
  const shown = refused?.typed ?? initial;
  return (
    <RefusableForm draft={`webhook-${intent}`} heading={t("failed")} refusal={refused?.refusal}>
      <FormSection title={title}>
        <TextField
          name="url"
          type="url"
          label={t("url")}
          hint={t("urlHint")}
          maxLength={MAX_URL}
          defaultValue={shown.url}
          required
          autoComplete="off"
        />
        <fieldset id={fieldId("kinds")} className="webhook-kinds">
          <legend>{t("kinds")}</legend>
          {WEBHOOK_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              name="kinds"
              value={kind}
              label={t(`kind.${kind}`)}
              defaultChecked={shown.kinds.includes(kind)}
            />
          ))}
        </fieldset>
        <Checkbox
          name="withPeople"
          label={t("withPeople")}
          hint={t("withPeopleHint")}
          defaultChecked={shown.withPeople}
        />
        <Submit label={t(intent)} look="primary" intent={intent} />
      </FormSection>
    </RefusableForm>
  );
}
