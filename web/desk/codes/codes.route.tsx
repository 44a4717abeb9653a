import { useTranslation } from "react-i18next";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { countByHour, listBatches, makeBatch, stopBatch } from "#src/earning/codes/batches.ts";
import { CODE_LIMITS, CODES_PER_SHEET } from "#src/earning/codes/limits.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/codes.route.ts";
import "../../ui/card-list/card-list.css";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("desk:codes.description", async ({ site, scope, raffle }) => ({
  codeId: raffle.codeId,
  rules: raffle.rules.filter(({ proof }) => proof === "code").map(({ id, details }) => ({ value: id, label: details })),
  batches: await listBatches(site.db, scope),
  hours: await countByHour(site.db, scope),
}));

type Done = { readonly is: "made" | "stopped"; readonly name: string };
type Refused = Refusal<
  "invalid-fields" | "list-locked" | "too-many-batches" | "code-batch-not-found" | "code-batch-stopped"
>;

export const action = deskAction({
  read: (form) => ({
    name: formText(form, "name"),
    ruleId: formText(form, "ruleId"),
    kind: formText(form, "kind"),
    codes: formText(form, "codes"),
  }),
  change: async ({ deps, scope, form, intent, typed }): Promise<Outcome<Done, Refused>> => {
    if (intent === "stop") {
      const stopped = await stopBatch(deps, scope, formText(form, "batch"));
      return stopped.ok ? accept({ is: "stopped", name: stopped.value.name }) : stopped;
    }
    const made = await makeBatch(deps, scope, typed);
    return made.ok ? accept({ is: "made", name: typed.name }) : made;
  },
});

/** The organiser's screen of codes that earn drops: batches are made, handed out, watched and stopped. */
export default function Codes({ loaderData: view, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const refused = result?.refusal ? result : null;
  const typed = refused?.typed;
  return (
    <>
      <PageHeading title={t("codes.heading")} lead={t("codes.lead")} />
      {result?.done && <Notice kind="success">{t(`codes.${result.done.is}`, { name: result.done.name })}</Notice>}
      {view.rules.length === 0 ? (
        <Notice kind="info">{t("codes.noRule")}</Notice>
      ) : (
        <RefusableForm draft="codes" heading={t("codes.failed")} refusal={refused?.refusal}>
          <FormSection title={t("codes.new")}>
            <TextField
              name="name"
              label={t("codes.name")}
              hint={t("codes.nameHint")}
              maxLength={CODE_LIMITS.name}
              defaultValue={typed?.name ?? ""}
              required
              autoComplete="off"
            />
            <SelectField
              name="ruleId"
              label={t("codes.rule")}
              options={view.rules}
              defaultValue={typed?.ruleId || (view.rules[0]?.value ?? "")}
            />
            <SelectField
              name="kind"
              label={t("codes.kind")}
              options={(["list", "till"] as const).map((value) => ({ value, label: t(`codes.kinds.${value}`) }))}
              defaultValue={typed?.kind || "list"}
            />
            <TextField
              name="codes"
              label={t("codes.count")}
              hint={t("codes.countHint")}
              maxLength={9}
              inputMode="numeric"
              defaultValue={typed?.codes ?? ""}
              autoComplete="off"
            />
            <Submit label={t("codes.make")} look="primary" intent="make" />
          </FormSection>
        </RefusableForm>
      )}
      <BatchList {...view} />
    </>
  );
}

type View = Route.ComponentProps["loaderData"];

function BatchList({ codeId, batches, hours, rules }: View) {
  const { t, i18n } = useTranslation("desk");
  const timestamp = useTimestamps();
  const number = new Intl.NumberFormat(i18n.language);
  const rule = (id: string) => rules.find(({ value }) => value === id)?.label ?? t("lists.unknownRule");
  return (
    <FormSection title={t("codes.batches")}>
      {batches.length === 0 && <p>{t("codes.none")}</p>}
      <ul className="card-list">
        {batches.map(({ id, name, ruleId, kind, codes, stored, used, madeAt, madeBy, stoppedAt }) => (
          <li key={id}>
            <h3>{name}</h3>
            {rule(ruleId) !== name && <p>{rule(ruleId)}</p>}
            <p>
              {t("codes.counts", {
                codes: number.format(codes),
                stored: number.format(stored),
                used: number.format(used),
              })}
            </p>
            <p className="hint">{t("codes.madeAt", { ...timestamp(madeAt), by: madeBy })}</p>
            {stoppedAt ? (
              <p className="hint">{t("codes.stoppedAt", timestamp(stoppedAt))}</p>
            ) : (
              <>
                {kind === "list" ? (
                  <div className="actions">
                    <ButtonLink
                      label={t("codes.download")}
                      about={name}
                      href={`/api/raffles/${codeId}/code-batches/${id}/codes.csv`}
                      download={`codes-${codeId}.csv`}
                    />
                    <ButtonLink
                      label={t("codes.print", { count: Math.min(codes, CODES_PER_SHEET) })}
                      about={name}
                      look="quiet"
                      href={`/code-sheet/${codeId}/~?batch=${id}`}
                    />
                  </div>
                ) : (
                  <p className="hint">
                    {t("codes.tillHint", { path: `/api/raffles/${codeId}/code-batches/${id}/codes` })}
                  </p>
                )}
                <AskedButton
                  summary={t("codes.stop")}
                  ask={t("codes.stopAsk", { name })}
                  yes={t("codes.stopYes")}
                  labels={{ summary: t("codes.stopOf", { name }), yes: t("codes.stopYesOf", { name }) }}
                  intent="stop"
                  fields={{ batch: id }}
                />
              </>
            )}
            <Hours hours={hours.filter(({ batchId }) => batchId === id)} />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** How many codes of a batch were used by hour: who prints codes sees here when somebody else does. */
function Hours({ hours }: Pick<View, "hours">) {
  const { t } = useTranslation("desk");
  const timestamp = useTimestamps();
  if (hours.length === 0) return null;
  return (
    <details>
      <summary>{t("codes.hours")}</summary>
      <ul>
        {hours.map(({ hour, used }) => {
          const { date, time } = timestamp(hour);
          return <li key={hour.toISOString()}>{t("codes.hour", { date, time, count: used })}</li>;
        })}
      </ul>
    </details>
  );
}
