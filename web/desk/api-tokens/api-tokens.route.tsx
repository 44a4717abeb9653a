import { Trans, useTranslation } from "react-i18next";
import { admitToken } from "#src/access/audit/admit-change.ts";
import { MAX_TOKEN_NAME, TOKEN_DAYS } from "#src/access/limits.ts";
import { TOKEN_PERMISSIONS } from "#src/access/scope.ts";
import { listTokens, makeToken, revokeToken } from "#src/access/tokens/tokens.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { listOwnRaffles } from "#src/raffles/lists/account-raffles.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { Checkbox, SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { formText, typedPermissions } from "../../requests/form-text.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import { TickGroup } from "../tick-group.tsx";
import type { Route } from "./+types/api-tokens.route.ts";
import "../../ui/card-list/card-list.css";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("team:tokens.description", async ({ site, scope }) => {
  const [tokens, own] = [await listTokens(site.db, scope), await listOwnRaffles(site.db, scope, 1)];
  const now = site.clock();
  return {
    tokens: tokens.map((token) => ({ ...token, isOver: token.expiresAt <= now })),
    /** The newest raffles that a token can be for. */
    raffles: own.raffles.filter(({ role }) => role !== "helper").map(({ id, name }) => ({ id, name })),
  };
});

/** The token is null where one was ended, and else shown this once. */
type Done = { readonly name: string; readonly token: string | null };

type Refused = Refusal<"invalid-fields" | "token-not-found"> | ChallengeRefusal;

export const action = accountAction({
  read: (form) => ({
    name: formText(form, "name"),
    permissions: typedPermissions(form),
    raffles: formText(form, "all") === "yes" ? null : form.getAll("raffles").map(String),
    days: formText(form, "days"),
  }),
  change: async ({ deps, scope, form, intent, typed }): Promise<Outcome<Done, Refused>> => {
    if (intent !== "end") {
      const admitted = await admitToken(deps, scope);
      return admitted.ok ? makeToken(deps, scope, typed) : admitted;
    }
    const ended = await revokeToken(deps, scope, formText(form, "token"));
    return ended.ok ? accept({ name: ended.value.name, token: null }) : ended;
  },
});

/** A quarter: programs are looked after about as often. */
const USUAL_DAYS = 90;

export default function ApiTokens({ loaderData: view, actionData: result }: Route.ComponentProps) {
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
          <TickGroup
            name="permissions"
            legend={t("tokens.may")}
            options={TOKEN_PERMISSIONS.map((value) => ({ value, label: t(`tokens.permission.${value}`) }))}
            isTicked={(value) => (refused?.typed.permissions ?? ["read-entries"]).includes(value)}
          />
          <TickGroup
            name="raffles"
            legend={t("tokens.raffles")}
            options={view.raffles.map(({ id, name }) => ({ value: id, label: name }))}
            isTicked={(value) => refused?.typed.raffles?.includes(value) ?? false}
          >
            <Checkbox name="all" value="yes" label={t("tokens.all")} defaultChecked={refused?.typed.raffles === null} />
          </TickGroup>
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

/** An account's tokens: what each may do and for which raffles, when it was used last, and what ends it. */
function TokenList({ tokens }: Pick<Route.ComponentProps["loaderData"], "tokens">) {
  const { t } = useTranslation("team");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("tokens.list")}>
      {tokens.length === 0 && <p>{t("tokens.none")}</p>}
      <ul className="card-list">
        {tokens.map(({ id, name, permissions, raffles, createdAt, lastUsedAt, expiresAt, isOver }) => (
          <li key={id}>
            <h3>{name}</h3>
            <p>{permissions.map((permission) => t(`tokens.permission.${permission}`)).join(" · ")}</p>
            <p>{raffles === null ? t("tokens.ofAll") : raffles.join(" · ") || t("tokens.ofNone")}</p>
            <p className="hint">
              {t("tokens.created", timestamp(createdAt))} ·{" "}
              {lastUsedAt ? t("tokens.used", timestamp(lastUsedAt)) : t("tokens.unused")} ·{" "}
              {t(isOver ? "tokens.over" : "tokens.until", timestamp(expiresAt))}
            </p>
            <AskedButton
              summary={t("tokens.end")}
              ask={t("tokens.endAsk")}
              yes={t("tokens.endYes")}
              labels={{ summary: t("tokens.endOf", { name }), yes: t("tokens.endYesOf", { name }) }}
              intent="end"
              fields={{ token: id }}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
