import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import type { HelperPermission } from "#src/access/scope.ts";
import { HELPER_COOKIE } from "#src/access/staff/staff.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { pathTo } from "../../requests/path-to.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { siteLoader } from "../../requests/screens.ts";
import { staffOnPage, staffRefusalPage } from "../../requests/staff.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { offlineView } from "../offline-slips/offline-view.ts";
import { WaitingSlips } from "../offline-slips/waiting-slips.tsx";
import type { Route } from "./+types/helping.route.ts";
import { usablePermissions } from "./usable-permissions.ts";
import "./helping.css";

export const handle: PageHandle = { forms: true, personal: true };

/** The helper's home: what this browser can do for the raffle as it stands. */
export const loader = siteLoader("claims:helpers.home.description", async (screen) => {
  const { raffleCode = "" } = screen.params;
  const staff = await staffOnPage(screen, raffleCode);
  if (!staff.ok) throw staffRefusalPage(screen, raffleCode, staff.refusal);
  const { helper, permissions, raffleId } = staff.value;
  const raffle = await raffleOf(screen.context, raffleId);
  const { codeId, name } = raffle;
  return {
    helper,
    permissions: usablePermissions(permissions, raffle),
    raffle: name,
    codeId,
    offline: permissions.includes("add-entries") ? await offlineView(screen, raffle) : null,
    meta: { ...screen.meta, ...partOfRaffle(raffle) },
  };
});

/** Forgets the helper's links in this browser, because somebody else may use the phone next. */
export function action({ context, params }: Route.ActionArgs) {
  const { origin } = context.get(siteContext).config;
  setCookies(context, [passCookie({ name: HELPER_COOKIE, value: "", expiresAt: new Date(0) }, origin)]);
  return redirectDocument(pathTo("raffle", params.raffleCode), 303);
}

/** A helper's small home on a phone: one large button for each thing that they can do. */
export default function Helping({ loaderData }: Route.ComponentProps) {
  const { helper, permissions, raffle, codeId, offline } = loaderData;
  const { t } = useTranslation("claims");
  const screens: Readonly<Record<HelperPermission, string>> = {
    "validate-vouchers": "/voucher",
    "look-up-entries": `/look-up/${codeId}`,
    "add-entries": `/add-entry/${codeId}`,
    "show-codes": `/counter/${codeId}`,
    "check-photos": `/photos/${codeId}`,
    "confirm-rules": `/check-rules/${codeId}`,
  };
  return (
    <>
      <PageHeading
        title={t("helpers.home.heading", { raffle })}
        lead={helper === null ? t("helpers.home.asOrganiser") : t("helpers.home.asHelper", { name: helper })}
      />
      {permissions.length === 0 && <Notice kind="info">{t("helpers.home.nothing")}</Notice>}
      <ul className="helping stack-2">
        {permissions.map((permission) => (
          <li key={permission}>
            <ButtonLink
              label={t(`helpers.permission.${permission}`)}
              look={permissions.length === 1 ? "primary" : undefined}
              href={screens[permission]}
            />
          </li>
        ))}
      </ul>
      {offline && <WaitingSlips view={offline} />}
      {helper !== null && (
        <>
          <form method="post" className="form" data-leaves-helping={offline ? "" : undefined}>
            <p className="hint">{t("helpers.home.leaveHint")}</p>
            <Submit label={t("helpers.home.leave")} look="quiet" />
          </form>
          {/* A phone that was handed over to the counter knows its organiser no more. */}
          <p>
            <a href={`/open-desk/${codeId}?to=overview`}>{t("helpers.home.openDesk")}</a>
          </p>
        </>
      )}
    </>
  );
}
