import { useTranslation } from "react-i18next";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { type LockPlace, listLocks } from "#src/draws/read.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { siteLoader } from "../../requests/screens.ts";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/locks.route.ts";
import "./locks.css";

const LOCKS_PER_PAGE = 50;

/** Where a page begins: the time of a lock and its raffle. */
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([A-Z0-9]{8})$/;

export const loader = siteLoader("draws:locks.description", async ({ url, site: { db, secret } }) => {
  const locks = await listLocks(db, LOCKS_PER_PAGE, placeOf(url.searchParams.get("after")));
  const last = locks.length === LOCKS_PER_PAGE ? locks.at(-1) : undefined;
  return {
    siteKey: siteKeyPair(secret).siteKey,
    locks: locks.map(({ raffle, name, lockHash, lockedAt, tickets }) => ({
      raffle,
      name,
      lockHash,
      lockedAt,
      tickets,
    })),
    next: last ? `?after=${last.lockedAt.toISOString()}~${last.raffle}` : null,
  };
});

function placeOf(after: string | null): LockPlace | null {
  const [, at = "", raffle = ""] = PLACE.exec(after ?? "") ?? [];
  const lockedAt = new Date(at);
  return Number.isNaN(lockedAt.getTime()) ? null : { lockedAt, raffle };
}

/** Every lock of this site, so that none can be shown to some people and not to others. */
export default function Locks({ loaderData: { siteKey, locks, next } }: Route.ComponentProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <>
      <PageHeading title={t("locks.heading")} lead={t("locks.lead")} />
      <dl className="facts">
        <div>
          <dt>{t("locks.siteKey")}</dt>
          <dd className="locks-key" translate="no">
            {siteKey}
          </dd>
        </div>
      </dl>
      {locks.length === 0 && <Notice kind="info">{t("locks.none")}</Notice>}
      <ul className="locks stack-2">
        {locks.map(({ raffle, name, lockHash, lockedAt, tickets }) => (
          <li key={raffle}>
            <a href={`/raffle/${raffle}/draw`}>{name ? `${name} (${raffle})` : raffle}</a>{" "}
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
