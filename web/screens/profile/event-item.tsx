import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AccountEventView } from "./account-event-view.ts";

type EventItemProps = {
  readonly event: AccountEventView;
  /** The e-mail address of the owning account, in lists of several accounts. */
  readonly owner?: string | null;
  readonly heading: "h2" | "h3";
  /** Further actions. */
  readonly children?: ReactNode;
};

/** The screens of an event that its owner or an admin can open. */
const SCREENS = [
  ["edit-event", "edit"],
  ["draw-raffle", "draw"],
  ["event-changes", "changes"],
] as const;

/** An event in a list, with links to its actions. */
export function EventItem({ event, owner, heading: Heading, children }: EventItemProps) {
  const { t } = useTranslation("accounts");
  const { code, title, created, switchedOff } = event;
  return (
    <li>
      <Heading>
        <a href={`/event/${code}`}>{title}</a>
      </Heading>
      {switchedOff && <p className="hint">{t("events.off")}</p>}
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
      {children}
    </li>
  );
}
