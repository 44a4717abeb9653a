import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";
import type { AccountEventView } from "../site/profile/account-event-view.ts";
import { EventItem } from "../site/profile/event-item.tsx";
import { Submit } from "../ui/buttons/buttons.tsx";
import { ListSearch } from "../ui/list-search/list-search.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import { AdminHead } from "./admin-head.tsx";
import "../site/sign-in/account.css";
import "./admin.css";

type AdminEventsProps = {
  readonly events: readonly (AccountEventView & { readonly owner: string | null })[];
  readonly fragment: string;
  readonly page: number;
  readonly more: boolean;
  readonly result: AdminEventsResult | null;
};

/** The result of a button that an admin pressed for an event. */
export type AdminEventsResult = {
  readonly done: { readonly title: string; readonly to: "on" | "off" } | null;
  readonly refusal: RefusalView | null;
};

/** All events. An admin can switch each event off, or change it and give it a new access code on its own screen. */
export function AdminEvents({ events, fragment, page, more, result }: AdminEventsProps) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <AdminHead title={t("admin.eventsLink")} />
      {result?.refusal && <Notice kind="error">{t("admin.failed")}</Notice>}
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

function SwitchEvent({ code, title, switchedOff }: Pick<AccountEventView, "code" | "title" | "switchedOff">) {
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
