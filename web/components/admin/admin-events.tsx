import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/access/limits.ts";
import type { KeptEventView } from "../../views/account-event-view.ts";
import { EventItem } from "../account/event-item.tsx";
import { ListSearch } from "../list-search/list-search.tsx";
import { PageLinks } from "../page-links.tsx";
import { AdminHead } from "./admin-head.tsx";
import "../account/account.css";
import "./admin.css";

type AdminEventsProps = {
  readonly events: readonly (KeptEventView & { readonly owner: string | null })[];
  readonly fragment: string;
  readonly page: number;
  readonly more: boolean;
};

/** All events. An admin may change each, and give it a new access code, on its own screen. */
export function AdminEvents({ events, fragment, page, more }: AdminEventsProps) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <AdminHead title={t("admin.eventsLink")} />
      <ListSearch
        label={t("admin.searchEvents")}
        fragment={fragment}
        maxLength={MAX_EMAIL}
        button={t("admin.search")}
      />
      {events.length === 0 && <p>{t("admin.nothing")}</p>}
      <ul className="account-list">
        {events.map((event) => (
          <EventItem key={event.code} event={event} owner={event.owner} heading="h2" />
        ))}
      </ul>
      <PageLinks page={page} more={more} query={{ q: fragment }} />
    </>
  );
}
