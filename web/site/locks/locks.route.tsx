import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { type LockPlace, listLocks } from "#src/draws/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import type { Route } from "./+types/locks.route.ts";
import { Locks } from "./locks.tsx";

/** Locks that one page shows. */
const LOCKS_PER_PAGE = 50;

/** Where a page begins: the time of a lock and its raffle. */
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([A-Z0-9]{8})$/;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, secret } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const locks = await listLocks(db, LOCKS_PER_PAGE, placeOf(new URL(request.url).searchParams.get("after")));
  const last = locks.length === LOCKS_PER_PAGE ? locks.at(-1) : undefined;
  return {
    siteKey: siteKeyPair(secret).siteKey,
    locks: locks.map(({ raffle, lockHash, lockedAt, tickets }) => ({ raffle, lockHash, lockedAt, tickets })),
    next: last ? `?after=${last.lockedAt.toISOString()}~${last.raffle}` : null,
    meta: { path: "locks", description: translate(language, { key: "draws:locks.description" }) },
  };
}

function placeOf(after: string | null): LockPlace | null {
  const [, at = "", raffle = ""] = PLACE.exec(after ?? "") ?? [];
  const lockedAt = new Date(at);
  return Number.isNaN(lockedAt.getTime()) ? null : { lockedAt, raffle };
}

export default function LocksPage({ loaderData }: Route.ComponentProps) {
  return <Locks {...loaderData} />;
}
