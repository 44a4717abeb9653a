import { useTranslation } from "react-i18next";
import type { KeptEventView } from "../../views/account-event-view.ts";

type EventItemProps = {
  readonly event: KeptEventView;
  /** The address of the account that it belongs to, where a list is of more than one. */
  readonly owner?: string | null;
  readonly heading: "h2" | "h3";
};

/** The screens of an event that its owner, or an admin, is led to. */
const SCREENS = [
  ["edit-event", "edit"],
  ["draw-raffle", "draw"],
  ["event-changes", "changes"],
] as const;

/** An event in a list, with the way to what can be done with it. */
export function EventItem({ event, owner, heading: Heading }: EventItemProps) {
  const { t } = useTranslation("accounts");
  const { code, title, created } = event;
  return (
    <li>
      <Heading>
        <a href={`/event/${code}`}>{title}</a>
      </Heading>
      <dl className="account-facts">
        <div>
          <dt>{t("events.code")}</dt>
          <dd>{code}</dd>
        </div>
        <div>
          <dt>{t("events.created")}</dt>
          <dd>
            <time dateTime={created.iso}>{created.date}</time>
          </dd>
        </div>
        {owner !== undefined && (
          <div>
            <dt>{t("raffles.owner")}</dt>
            <dd>{owner ?? t("raffles.noOwner")}</dd>
          </div>
        )}
      </dl>
      <p className="actions">
        {SCREENS.map(([path, label]) => (
          <a key={path} className="button" href={`/${path}/${code}`} aria-label={`${t(`events.${label}`)}: ${title}`}>
            {t(`events.${label}`)}
          </a>
        ))}
      </p>
    </li>
  );
}
