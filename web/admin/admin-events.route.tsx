import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import { accept } from "#src/base/outcome.ts";
import { type AccountEvent, listEventsForAdmin } from "#src/events/account-events.ts";
import { switchEvent } from "#src/events/switch-event.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../requests/form-text.ts";
import { EventItem } from "../site/profile/event-item.tsx";
import { Submit } from "../ui/buttons/buttons.tsx";
import { ListSearch } from "../ui/list-search/list-search.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import { Notice } from "../ui/page-parts.tsx";
import type { Route } from "./+types/admin-events.route.ts";
import { adminAction, adminLoader } from "./admin-screen.ts";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(async ({ site, scope, page, fragment }) => ({
  ...(await listEventsForAdmin(site.db, scope, { fragment, page })),
  page,
  fragment,
}));

export const action = adminAction({
  read: (form) => ({ event: formText(form, "event"), to: formText(form, "to") === "on" ? "on" : "off" }) as const,
  change: async ({ deps, scope, typed: { event, to } }) => {
    const switched = await switchEvent(deps, scope, event, to);
    return switched.ok ? accept({ ...switched.value, to }) : switched;
  },
});

/** All events. An admin can switch each event off, or change it and give it a new access code on its own screen. */
export default function AdminEvents({ loaderData, actionData: result }: Route.ComponentProps) {
  const { events, fragment, page, more } = loaderData;
  const { t } = useTranslation("accounts");
  return (
    <>
      {result?.refusal && (
        <Notice kind="error" answers>
          {t("admin.failed")}
        </Notice>
      )}
      {result?.done && (
        <Notice kind="success">
          {t(result.done.to === "off" ? "admin.switchedOff" : "admin.switchedOn", { name: result.done.title })}
        </Notice>
      )}
      <ListSearch
        label={t("admin.searchEvents")}
        fragment={fragment}
        maxLength={MAX_EMAIL}
        button={t("admin.search")}
      />
      {events.length === 0 && <p>{t("admin.nothing")}</p>}
      <ul className="account-list">
        {events.map((event) => (
          <EventItem key={event.code} event={event} owner={event.owner} heading="h2">
            <SwitchEvent {...event} />
          </EventItem>
        ))}
      </ul>
      <PageLinks page={page} more={more} query={{ q: fragment }} />
    </>
  );
}

function SwitchEvent({ code, title, switchedOff }: AccountEvent) {
  const { t } = useTranslation("accounts");
  return (
    <form method="post" className="actions">
      <input type="hidden" name="event" value={code} />
      <Submit
        label={t(switchedOff ? "admin.switchOn" : "admin.switchOff")}
        name="to"
        value={switchedOff ? "on" : "off"}
        aria-label={t(switchedOff ? "admin.switchOnOf" : "admin.switchOffOf", { name: title })}
      />
    </form>
  );
}
