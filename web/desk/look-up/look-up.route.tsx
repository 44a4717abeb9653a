import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { lookUpEntries, MAX_LOOKED_UP, SHORTEST_LOOK_UP } from "#src/entries/lists/look-up.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { proveStaffHere } from "../../requests/staff.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { staffLoader } from "../desk-screen.ts";
import type { Route } from "./+types/look-up.route.ts";
import { EntryFacts } from "./entry-facts.tsx";
import "../../ui/card-list/card-list.css";

export const handle: PageHandle = { leavesDesk: "with-pass" };

export const loader = staffLoader("look-up-entries", "claims:helpers.lookUp.description", async (screen) => {
  const { url, site, language, timeZone, scope, raffle } = screen;
  const fragment = searchFragment(url.searchParams.get("q"));
  const { entries, more } = await lookUpEntries(site.db, scope, raffle, fragment);
  const hasChecked = raffle.rules.some(({ proof }) => proof === "checked");
  return {
    /** Whether this browser may confirm rules that the shop checks. */
    canCheck: hasChecked && (await proveStaffHere(screen, raffle.id, "confirm-rules")).ok,
    more,
    entries: entries.map(({ standing, ...entry }) => ({
      ...entry,
      standing: standingView(standing, raffle, { language, timeZone, reader: "staff" }),
    })),
    fragment,
    codeId: raffle.codeId,
    name: raffle.name,
    /** How many characters a search needs, and how many entries it shows. */
    limits: { min: SHORTEST_LOOK_UP, count: MAX_LOOKED_UP },
  };
});

/** Finds an entry at a counter, with what staff need there. */
export default function LookUp({ loaderData, params }: Route.ComponentProps) {
  const { codeId, name, fragment, entries, more, limits, canCheck } = loaderData;
  const { t } = useTranslation("claims");
  const typed = fragment.trim().length;
  return (
    <>
      <PageHeading title={t("helpers.lookUp.heading")} lead={[name, codeId].join(" · ")} />
      <ListSearch
        label={t("helpers.lookUp.label")}
        fragment={fragment}
        maxLength={ENTRY_LIMITS.fragment}
        button={t("helpers.lookUp.find")}
      />
      <div role="status">
        {typed > 0 && typed < limits.min && <p>{t("helpers.lookUp.short", limits)}</p>}
        {typed >= limits.min && entries.length === 0 && <p>{t("helpers.lookUp.none")}</p>}
        {more && <p>{t("helpers.lookUp.many", limits)}</p>}
      </div>
      <ul className="card-list">
        {entries.map((entry) => (
          <li key={entry.entryCode}>
            <EntryFacts {...entry} />
            {params.accessCode !== undefined && (
              <p>
                <a href={`/update-entry/${entry.entryCode}?raffle=${codeId}`}>
                  {t("helpers.confirm.whole")}
                  <span className="visually-hidden"> {`${entry.firstName} ${entry.lastName}`}</span>
                </a>
              </p>
            )}
            {canCheck && (
              <p>
                <a href={`/check-rules/${codeId}?entry=${entry.entryCode}`}>
                  {t("helpers.confirm.heading")}
                  <span className="visually-hidden"> {`${entry.firstName} ${entry.lastName}`}</span>
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
      {/* Somebody by a helper link has no desk. */}
      {params.accessCode === undefined && (
        <div className="actions">
          <ButtonLink label={t("helpers.toHome")} href={`/helping/${codeId}`} />
        </div>
      )}
    </>
  );
}
