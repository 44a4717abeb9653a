import { Trans, useTranslation } from "react-i18next";
import { MAX_TOKEN_NAME, TOKEN_DAYS } from "#src/access/limits.ts";
import { TOKEN_PERMISSIONS } from "#src/access/scope.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { fieldId } from "../../forms/form-errors.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import type { Route } from "./+types/api-tokens.route.ts";
import { TokenList } from "./token-list.tsx";
import "../helper-links/helper-links.css";

/** A quarter: programs are looked after about as often. */
const USUAL_DAYS = 90;

/** The screen of tokens with which programs use an account's raffles. */
export function ApiTokens({ loaderData: view, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("team");
  const refused = result?.refusal ? result : null;
  const done = result?.done;
  return (
    <>
      <PageHeading title={t("tokens.heading")} lead={t("tokens.lead")} />
      <p>
        <Trans t={t} i18nKey="tokens.docs" components={{ docs: <SentenceLink href="/api/docs" /> }} />
      </p>
      {done && done.token !== null && (
        <section className="receipt" aria-label={t("tokens.made", done)}>
          <CodeTicket label={t("tokens.made", done)} code={done.token} isText />
          <Notice kind="info">{t("tokens.keep")}</Notice>
        </section>
      )}
      {done?.token === null && <Notice kind="success">{t("tokens.ended", done)}</Notice>}
      <div className="form">
        <TokenList tokens={view.tokens} />
      </div>
      <RefusableForm draft="token" heading={t("tokens.failed")} refusal={refused?.refusal}>
        <FormSection title={t("tokens.new")}>
          <TextField
            name="name"
            label={t("tokens.name")}
            hint={t("tokens.nameHint")}
            maxLength={MAX_TOKEN_NAME}
            defaultValue={refused?.typed.name ?? ""}
            required
            autoComplete="off"
          />
          <fieldset id={fieldId("permissions")} className="permission-choices">
            <legend>{t("tokens.may")}</legend>
            {TOKEN_PERMISSIONS.map((permission) => (
              <Checkbox
                key={permission}
                name="permissions"
                value={permission}
                label={t(`tokens.permission.${permission}`)}
                defaultChecked={
                  refused ? refused.typed.permissions.includes(permission) : permission === "read-entries"
                }
              />
            ))}
          </fieldset>
          <fieldset id={fieldId("raffles")} className="permission-choices">
            <legend>{t("tokens.raffles")}</legend>
            <Checkbox
              name="all"
              value="yes"
              label={t("tokens.all")}
              defaultChecked={refused !== null && refused.typed.raffles === null}
            />
            {view.raffles.map(({ id, name }) => (
              <Checkbox
                key={id}
                name="raffles"
                value={id}
                label={name}
                defaultChecked={refused?.typed.raffles?.includes(id) ?? false}
              />
            ))}
          </fieldset>
          <SelectField
            name="days"
            label={t("tokens.days")}
            options={TOKEN_DAYS.map((count) => ({ value: String(count), label: t("tokens.daysOf", { count }) }))}
            defaultValue={refused?.typed.days || String(USUAL_DAYS)}
          />
          <Submit label={t("tokens.make")} look="primary" intent="make" />
        </FormSection>
      </RefusableForm>
    </>
  );
}
