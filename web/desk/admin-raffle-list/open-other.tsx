import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import type { AdminResult } from "./admin-raffle-form.ts";

/** Opens the desk of any raffle by its two codes. */
export function OpenOther({ result }: { readonly result: AdminResult | null }) {
  const { t } = useTranslation(["desk", "raffles", "messages"]);
  const refusal = result?.refusal;
  return (
    <Form method="post" noValidate preventScrollReset className="form" data-failed={t("open.failed")}>
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <FormSection title={t("admin.other")} hint={t("admin.otherLead")}>
          <TextField
            name="raffle"
            label={t("created.raffleCode", { ns: "raffles" })}
            maxLength={20}
            defaultValue={result?.typed.codeId ?? ""}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <AccessCodeInput label={t("access.label")} />
          <TrustBrowser />
          {refusal && <RefusalNotice refusal={refusal} />}
          <Submit label={t("open.heading")} look="primary" intent="open" />
        </FormSection>
      </FormErrorsProvider>
    </Form>
  );
}
