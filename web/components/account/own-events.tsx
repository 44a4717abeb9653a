import { useTranslation } from "react-i18next";
import type { KeptEventView } from "../../views/account-event-view.ts";
import { FormSection } from "../form-section.tsx";
import { PageLinks } from "../page-links.tsx";
import { EventItem } from "./event-item.tsx";
import "./account.css";

type OwnEventsProps = { readonly events: readonly KeptEventView[]; readonly page: number; readonly more: boolean };

/** The events that were created while their owner was signed in. */
export function OwnEvents({ events, page, more }: OwnEventsProps) {
  const { t } = useTranslation("accounts");
  return (
    <FormSection title={t("profile.events")}>
      {events.length === 0 && <p>{t("profile.noEvents")}</p>}
      <ul className="account-list">
        {events.map((event) => (
          <EventItem key={event.code} event={event} heading="h3" />
        ))}
      </ul>
      <PageLinks page={page} more={more} name="events" />
      <p>
        <a href="/create-event">{t("profile.createEvent")}</a>
      </p>
    </FormSection>
  );
}
