import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { FormErrorsProvider } from "../../../forms/form-errors.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { CreatedRaffleView, MailedCodes } from "./created-raffle.ts";

/** RFC 5321 §4.5.3.1. Not from src/contact, which would be one more file for the pages of entrants. */
const MAX_ADDRESS = 254;

type MailCodesProps = {
  readonly raffle: CreatedRaffleView;
  /** What came of this form; null before it was sent. */
  readonly mailed: MailedCodes | null;
};

/** Mails the codes of a new raffle to an address. The form carries the access code: the site cannot look it up. */
export function MailCodes({ raffle, mailed }: MailCodesProps) {
  const { t } = useTranslation("raffles");
  const submitting = useNavigation().state !== "idle";
  const refusal = mailed?.refusal ?? null;
  const failed = refusal !== null && Object.keys(refusal.errors).length === 0;
  return (
    <Form id="mail-codes" method="post" action="#mail-codes" noValidate className="form">
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <input type="hidden" name="raffle" value={raffle.codeId} data-undrafted="" />
        <input type="hidden" name="accessCode" value={raffle.accessCode} data-undrafted="" />
        <TextField
          name="email"
          type="email"
          label={t("created.mailTo")}
          maxLength={MAX_ADDRESS}
          defaultValue={mailed?.email ?? ""}
          autoComplete="email"
          autoCapitalize="none"
          undrafted
        />
        <Submit
          label={t("created.mail")}
          look="secondary"
          intent="mail-codes"
          disabled={submitting}
          aria-busy={submitting}
        />
        {failed && <Notice kind="error">{t("created.mailFailed")}</Notice>}
        {mailed && !refusal && <Notice kind="success">{t("created.mailed", { email: mailed.email })}</Notice>}
      </FormErrorsProvider>
    </Form>
  );
}
