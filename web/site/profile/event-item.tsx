import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AccountEvent } from "#src/events/account-events.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { When } from "../../ui/when.tsx";

type EventItemProps = {
  readonly event: AccountEvent;
  /** The e-mail address of the owning account, in lists of several accounts. */
  readonly owner?: string | null;
  readonly heading: "h2" | "h3";
  readonly children?: ReactNode;
};

const SCREENS = [
  ["edit-event", "edit"],
  ["draw-raffle", "draw"],
  ["event-changes", "changes"],
] as const;

/** An event in a list, with links to its actions. */
export function EventItem({ event, owner, heading: Heading, children }: EventItemProps) {
  const { t } = useTranslation("accounts");
  const { code, title, createdAt, switchedOff } = event;
  return (
    <li>
      <Heading>
        <a href={`/event/${code}`}>{title}</a>
      </Heading>
      {switchedOff && <p className="hint">{t("events.off")}</p>}
      <dl className="account-facts">
        <Fact label={t("events.code")} value={code} />
        <Fact label={t("events.created")} value={<When at={createdAt} only="date" />} />
        {owner !== undefined && <Fact label={t("raffles.owner")} value={owner ?? t("raffles.noOwner")} />}
      </dl>
      <p className="actions">
        {SCREENS.map(([path, label]) => (
          <ButtonLink
            key={path}
            label={t(`events.${label}`)}
            href={`/${path}/${code}`}
            aria-label={`${t(`events.${label}`)}: ${title}`}
          />
        ))}
      </p>
      {children}
    </li>
  );
}
