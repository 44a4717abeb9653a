import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { findHelperLink } from "#src/access/staff/helper-links.ts";
import { helperPass } from "#src/access/staff/staff.ts";
import { accept } from "#src/base/outcome.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { Screen } from "../../requests/answer-form.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/helper-door.route.ts";
import { usablePermissions } from "./usable-permissions.ts";

export const handle: PageHandle = { forms: true };

/** Shows whose link it is. It sets nothing: chats fetch links to preview them. */
export const loader = siteLoader("claims:helpers.door.description", async (screen) => {
  const { helper, raffle } = await findLink(screen);
  const permissions = usablePermissions(helper.permissions, raffle);
  return { name: helper.name, permissions, raffle: raffle.name, meta: { ...screen.meta, listed: false } };
});

/** Makes this browser the helper's, until the link is ended or a month has passed. */
export const action = siteAction({
  read: () => null,
  change: async (sent) => {
    const { helper, raffle } = await findLink(sent);
    const { secret, clock, config } = sent.site;
    const cookies = sent.request.headers.get("cookie") ?? "";
    setCookies(sent.context, [passCookie(helperPass({ secret, cookies, now: clock() }, helper.id), config.origin)]);
    return accept(redirectDocument(`/helping/${raffle.codeId}`, 303));
  },
});

async function findLink({ context, params, site: { db } }: Screen) {
  const raffle = await findRaffle(db, params.raffleCode ?? "");
  const helper = raffle && (await findHelperLink(db, raffle.id, params.token ?? ""));
  if (!raffle || !helper) throw refusalPage(context, { reason: "helper-link-ended" }, { ended: true });
  return { raffle, helper };
}

/** What a helper's link opens: whose it is, what it allows, and the button that takes it. */
export default function HelperDoor({ loaderData: { name, raffle, permissions } }: Route.ComponentProps) {
  const { t } = useTranslation("claims");
  return (
    <>
      <PageHeading title={t("helpers.door.heading", { raffle })} lead={t("helpers.door.lead", { name })} />
      {permissions.length === 0 && <Notice kind="info">{t("helpers.home.nothing")}</Notice>}
      <ul>
        {permissions.map((permission) => (
          <li key={permission}>{t(`helpers.permission.${permission}`)}</li>
        ))}
      </ul>
      <form method="post" className="actions">
        <Submit label={t("helpers.door.use", { name })} look="primary" />
      </form>
      <p className="hint">{t("helpers.door.hint")}</p>
    </>
  );
}
