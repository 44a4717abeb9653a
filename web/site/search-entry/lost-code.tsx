import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { EMAIL, TextField } from "../../forms/text-field.tsx";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/search-entry.route.ts";

type LostCodeProps = {
  readonly raffle: Route.ComponentProps["loaderData"]["raffle"];
  /** What came of this form; null before it was sent. */
  readonly result: Route.ComponentProps["actionData"] | null;
};

/** For entrants who have lost their code: it is mailed to them again. */
export function LostCode({ raffle, result }: LostCodeProps) {
  const { t } = useTranslation("entries");
  const refusal = result?.refusal ?? null;
  const failed = refusal !== null && (isFailure(refusal) || Object.keys(refusal.errors).length === 0);
  return (
    <Form
      method="post"
      action="#lost"
      noValidate
      reloadDocument
      className="form"
      data-draft={`lost-code:${raffle.codeId}`}
    >
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <section id="lost" className="form-section" aria-labelledby="lost-heading">
          <h2 id="lost-heading">{t("search.mailHeading")}</h2>
          <p>{t("search.mailLead")}</p>
          <TextField
            {...EMAIL}
            name="email"
            label={t("search.mailEmail")}
            defaultValue={result?.typed.email ?? ""}
            required
          />
          <Submit label={t("search.mailSubmit")} look="secondary" intent="mail-code" />
          {failed && <Notice kind="error">{t("search.mailFailed")}</Notice>}
          {result && !refusal && <Notice kind="success">{t("search.mailSent", { email: result.typed.email })}</Notice>}
          <p className="hint">{t("search.mailElse")}</p>
        </section>
      </FormErrorsProvider>
    </Form>
  );
}
