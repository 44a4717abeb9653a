import { useTranslation } from "react-i18next";
import { MAX_HELPER_NAME } from "#src/access/limits.ts";
import { HELPER_PERMISSIONS } from "#src/access/scope.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { fieldId } from "../../forms/form-errors.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/helper-links.route.ts";
import { LinkList } from "./link-list.tsx";
import { MadeLink } from "./made-link.tsx";

/** The organiser's screen of links with which others help on their own phones. */
export function HelperLinks({ loaderData: view, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("claims");
  const refused = result?.refusal ? result : null;
  return (
    <>
      <PageHeading title={t("helpers.heading")} lead={t("helpers.lead")} />
      {result?.done?.is === "made" && <MadeLink {...result.done} raffle={view.raffle} />}
      {result?.done?.is === "ended" && <Notice kind="success">{t("helpers.ended", { name: result.done.name })}</Notice>}
      <RefusableForm draft="helper" heading={t("helpers.failed")} refusal={refused?.refusal}>
        <FormSection title={t("helpers.new")}>
          <TextField
            name="name"
            label={t("helpers.name")}
            hint={t("helpers.nameHint")}
            maxLength={MAX_HELPER_NAME}
            defaultValue={refused?.typed.name ?? ""}
            required
            autoComplete="off"
            autoCapitalize="words"
          />
          <fieldset id={fieldId("permissions")} className="permission-choices">
            <legend>{t("helpers.may")}</legend>
            {HELPER_PERMISSIONS.map((permission) => (
              <Checkbox
                key={permission}
                name="permissions"
                value={permission}
                label={t(`helpers.permission.${permission}`)}
                defaultChecked={
                  refused ? refused.typed.permissions.includes(permission) : permission === "validate-vouchers"
                }
              />
            ))}
          </fieldset>
          <Submit label={t("helpers.make")} look="primary" intent="make" />
        </FormSection>
      </RefusableForm>
      <LinkList links={view.links} />
    </>
  );
}
