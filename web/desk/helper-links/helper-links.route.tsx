import { useTranslation } from "react-i18next";
import { MAX_HELPER_NAME } from "#src/access/limits.ts";
import { HELPER_PERMISSIONS, type HelperPermission } from "#src/access/scope.ts";
import { listHelpers, makeHelper, revokeHelper } from "#src/access/staff/helper-links.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { formText, typedPermissions } from "../../requests/form-text.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { permissionUses } from "../helping/usable-permissions.ts";
import { TickGroup } from "../tick-group.tsx";
import type { Route } from "./+types/helper-links.route.ts";
import { linkOfHelper } from "./link-of-helper.ts";
import { MadeLink } from "./made-link.tsx";
import "../../ui/card-list/card-list.css";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("claims:helpers.description", async ({ site, scope, raffle }) => ({
  codeId: raffle.codeId,
  raffle: raffle.name,
  links: await listHelpers(site.db, scope),
  /** Why the raffle has no use for a permission; null where it has one. */
  ofNoUse: permissionUses(raffle),
}));

type Done =
  | { readonly is: "made"; readonly name: string; readonly link: string; readonly qrCode: string }
  | { readonly is: "ended"; readonly name: string };

/** Makes a link, which is shown this once, or ends one. */
export const action = deskAction({
  read: (form) => ({ name: formText(form, "name"), permissions: typedPermissions(form) }),
  change: async ({
    deps,
    context,
    scope,
    form,
    intent,
    typed,
  }): Promise<Outcome<Done, Refusal<"invalid-fields" | "raffle-not-found" | "helper-not-found">>> => {
    if (intent === "end") {
      const ended = await revokeHelper(deps, scope, formText(form, "helper"));
      return ended.ok ? accept({ is: "ended", name: ended.value.name }) : ended;
    }
    const made = await makeHelper(deps, scope, typed);
    if (!made.ok) return made;
    const { codeId } = await raffleOf(context, scope.raffleId);
    const { token, name } = made.value;
    return accept({ is: "made", name, ...linkOfHelper(deps.config.origin, codeId, token) });
  },
});

/** The organiser's screen of links with which others help on their own phones. */
export default function HelperLinks({ loaderData: view, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("claims");
  const { ofNoUse } = view;
  const refused = result?.refusal ? result : null;
  const labelOf = (value: HelperPermission) => {
    const [name, why] = [t(`helpers.permission.${value}`), ofNoUse[value]];
    return why === null ? name : `${name} (${t(`helpers.ofNoUse.${why}`)})`;
  };
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
          <TickGroup
            name="permissions"
            legend={t("helpers.may")}
            options={HELPER_PERMISSIONS.map((value) => ({ value, label: labelOf(value) }))}
            isTicked={(value) => (refused?.typed.permissions ?? ["validate-vouchers"]).includes(value)}
          />
          <Submit label={t("helpers.make")} look="primary" intent="make" />
        </FormSection>
      </RefusableForm>
      <LinkList links={view.links} ofNoUse={ofNoUse} />
    </>
  );
}

/** The raffle's links: whose each is, what it allows, when it was used last, and what ends it. */
function LinkList({ links, ofNoUse }: Pick<Route.ComponentProps["loaderData"], "links" | "ofNoUse">) {
  const { t } = useTranslation("claims");
  const namesOf = (permissions: readonly HelperPermission[], isUsable: boolean) =>
    permissions
      .filter((permission) => (ofNoUse[permission] === null) === isUsable)
      .map((permission) => t(`helpers.permission.${permission}`))
      .join(" · ");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("helpers.list")}>
      {links.length === 0 && <p>{t("helpers.none")}</p>}
      <ul className="card-list">
        {links.map(({ id, name, permissions, createdAt, lastUsedAt }) => (
          <li key={id}>
            <h3>{name}</h3>
            <p>{namesOf(permissions, true) || t("helpers.home.nothing")}</p>
            {permissions.some((permission) => ofNoUse[permission] !== null) && (
              <p className="hint">{t("helpers.notNow", { permissions: namesOf(permissions, false) })}</p>
            )}
            <p className="hint">
              {t("helpers.created", timestamp(createdAt))} ·{" "}
              {lastUsedAt ? t("helpers.used", timestamp(lastUsedAt)) : t("helpers.unused")}
            </p>
            <AskedButton
              summary={t("helpers.end")}
              ask={t("helpers.endAsk", { name })}
              yes={t("helpers.endYes")}
              labels={{ summary: t("helpers.endOf", { name }), yes: t("helpers.endYesOf", { name }) }}
              intent="end"
              fields={{ helper: id }}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
