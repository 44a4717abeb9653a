import { useTranslation } from "react-i18next";
import { makeHelper } from "#src/access/staff/helper-links.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { countStamps, countStampsByHour } from "#src/earning/stamps/read.ts";
import { addStations, endStation, listStations } from "#src/earning/stamps/stations.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { linkOfHelper } from "../helper-links/link-of-helper.ts";
import { MadeLink } from "../helper-links/made-link.tsx";
import type { Route } from "./+types/stations.route.ts";
import { StampHours } from "./stamp-hours.tsx";
import { readStationLines } from "./station-lines.ts";
import { StationList } from "./station-list.tsx";

const NEW_STATIONS = "new-stations";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("stamps:desk.description", async ({ site, scope, raffle }) => {
  const counts = await countStamps(site.db, scope);
  const stations = await listStations(site.db, scope.raffleId);
  const rules = raffle.rules.filter(({ proof }) => proof === "visit");
  const openOf = (ruleId: string) => stations.filter((one) => one.ruleId === ruleId && one.endedAt === null).length;
  return {
    codeId: raffle.codeId,
    raffle: raffle.name,
    rules: rules.map(({ id, details }) => ({ value: id, label: details })),
    /** Rules that nobody can earn yet. */
    lacking: rules
      .map(({ id, details, needs }) => ({ rule: details, needs, count: openOf(id) }))
      .filter(({ needs, count }) => count < needs),
    stations: stations.map(({ id, number, name, place, endedAt }) => {
      return { id, number, name, place, endedAt, stamps: counts.get(id) ?? 0 };
    }),
    hours: await countStampsByHour(site.db, scope),
  };
});

type Done =
  | { readonly is: "added"; readonly count: number }
  | { readonly is: "ended"; readonly name: string }
  | { readonly is: "made"; readonly name: string; readonly link: string; readonly qrCode: string };
type Refused = Refusal<"invalid-fields" | "list-locked" | "station-not-found" | "raffle-not-found">;

export const action = deskAction({
  read: (form) => ({ ruleId: formText(form, "ruleId"), stations: formText(form, "stations") }),
  change: async ({ deps, context, scope, form, intent, typed }): Promise<Outcome<Done, Refused>> => {
    const id = formText(form, "station");
    if (intent === "end") {
      const ended = await endStation(deps, scope, id);
      return ended.ok ? accept({ is: "ended", name: ended.value.name }) : ended;
    }
    if (intent === "link") {
      const station = (await listStations(deps.db, scope.raffleId)).find((one) => one.id === id && !one.endedAt);
      if (!station) return refuse({ reason: "station-not-found" });
      const made = await makeHelper(deps, scope, {
        ...{ name: station.name, permissions: ["show-codes"], stationId: station.id },
      });
      if (!made.ok) return made;
      const { codeId } = await raffleOf(context, scope.raffleId);
      return accept({ is: "made", name: station.name, ...linkOfHelper(deps.config.origin, codeId, made.value.token) });
    }
    const added = await addStations(deps, scope, {
      ruleId: typed.ruleId,
      stations: readStationLines(typed.stations),
    });
    return added.ok ? accept({ is: "added", count: added.value.added }) : added;
  },
});

/** The organiser's screen of stations: they are named, their screens opened, and their stamps watched. */
export default function Stations({ loaderData: view, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("stamps");
  const refused = result?.refusal ? result : null;
  const done = result?.done;
  // Who has stations comes to see them. A refused form stands where its answer is read.
  const isListFirst = view.stations.length > 0 && !refused;
  const list = <StationList codeId={view.codeId} stations={view.stations} />;
  return (
    <>
      <PageHeading title={t("desk.heading")} lead={t("desk.lead")} />
      {isListFirst && view.rules.length > 0 && (
        <div className="actions">
          <ButtonLink label={t("desk.new")} href={`#${NEW_STATIONS}`} />
        </div>
      )}
      {done?.is === "made" && <MadeLink {...done} raffle={view.raffle} />}
      {done?.is === "added" && <Notice kind="success">{t("desk.added", { count: done.count })}</Notice>}
      {done?.is === "ended" && <Notice kind="success">{t("desk.ended", { name: done.name })}</Notice>}
      {view.lacking.map((rule) => (
        <Notice key={rule.rule} kind="info">
          {t("desk.few", rule)}
        </Notice>
      ))}
      {isListFirst && list}
      {view.rules.length === 0 ? (
        <Notice kind="info">{t("desk.noRule")}</Notice>
      ) : (
        <RefusableForm draft="stations" heading={t("desk.failed")} refusal={refused?.refusal}>
          <FormSection title={t("desk.new")} anchor={NEW_STATIONS}>
            {view.rules.length === 1 ? (
              <input type="hidden" name="ruleId" value={view.rules[0]?.value} />
            ) : (
              <SelectField
                name="ruleId"
                label={t("desk.rule")}
                options={view.rules}
                defaultValue={refused?.typed.ruleId || (view.rules[0]?.value ?? "")}
              />
            )}
            <TextField
              name="stations"
              label={t("desk.names")}
              hint={t("desk.namesHint")}
              rows={4}
              maxLength={10_000}
              defaultValue={refused?.typed.stations ?? ""}
              required
              autoComplete="off"
            />
            <Submit label={t("desk.add")} look="primary" intent="add" />
          </FormSection>
        </RefusableForm>
      )}
      {!isListFirst && list}
      <StampHours hours={view.hours} stations={view.stations} />
    </>
  );
}
