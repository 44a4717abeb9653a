import { useTranslation } from "react-i18next";
import type { AccountEvent } from "#src/events/account-events.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { EventItem } from "./event-item.tsx";
import "../sign-in/account.css";

type OwnEventsProps = { readonly events: readonly AccountEvent[]; readonly page: number; readonly more: boolean };

/** The events that their owner created while signed in. */
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
