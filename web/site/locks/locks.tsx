import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./locks.css";

type LocksProps = {
  readonly siteKey: string;
  readonly locks: readonly {
    readonly raffle: string;
    readonly lockHash: string;
    readonly lockedAt: Date;
    readonly tickets: number;
  }[];
  readonly next: string | null;
};

/** Every lock of this site, so that none can be shown to some people and not to others. */
export function Locks({ siteKey, locks, next }: LocksProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <>
      <PageHeading title={t("locks.heading")} lead={t("locks.lead")} />
      <dl className="facts">
        <div>
          <dt>{t("locks.siteKey")}</dt>
          <dd translate="no">{siteKey}</dd>
        </div>
      </dl>
      {locks.length === 0 && <Notice kind="info">{t("locks.none")}</Notice>}
      <ul className="locks">
        {locks.map(({ raffle, lockHash, lockedAt, tickets }) => (
          <li key={raffle}>
            <a href={`/raffle/${raffle}/draw`}>{raffle}</a>{" "}
            <span>{t("locks.line", { ...timestamp(lockedAt), count: tickets })}</span>
            <span className="lock-hash" translate="no">
              {lockHash}
            </span>
          </li>
        ))}
      </ul>
      <div className="actions">
        {next && (
          <a rel="next" href={next}>
            {t("locks.next")}
          </a>
        )}
        <a href="/api/locks">{t("locks.machines")}</a>
        <a href="/draws">{t("locks.draws")}</a>
      </div>
    </>
  );
}
