import { readAuditLog } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { countEntriesSince } from "#src/entries/stats/entries-since.ts";
import { setCookies, siteContext } from "#src/http/page-context.ts";
import { formatShort } from "#src/i18n/format.ts";
import { storedKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { shownSubject } from "../changes/change-sentences.ts";
import type { DeskScreen } from "../desk-screen.ts";

/** With the raffle's code, one for each desk. */
const NAME = "desk-visit-";

/** In seconds: 400 days, the longest that browsers store a cookie. */
const MAX_AGE_S = 400 * 24 * 3600;

/** Who comes back sooner is still on the same visit. */
const SAME_VISIT_MS = 30 * 60_000;

/** How many changes the page names; the log has all. */
const NAMED = 5;

/** What happened since this browser's visit before. Null on the first one, and where nothing did. */
export async function newsSinceLastVisit(screen: DeskScreen) {
  const { site, language, timeZone, scope } = screen;
  const since = noteVisit(screen);
  if (since === null) return null;
  const [entries, changes] = await Promise.all([
    countEntriesSince(site.db, scope, since),
    readAuditLog(site.db, scope, 1).then((log) => log.changes.filter((change) => isNews(change, scope, since))),
  ]);
  const now = site.clock();
  const lines = changes.slice(0, NAMED).map(({ id, at, action, subject }) => {
    const name = translate(language, {
      key: storedKey(`desk:changes.actions.${action}`),
      params: { defaultValue: translate(language, { key: "desk:changes.fields.other" }) },
    });
    return {
      id,
      text: [formatShort(at, now, language, timeZone), name, shownSubject(subject)].filter(Boolean).join(" · "),
    };
  });
  if (entries === 0 && lines.length === 0) return null;
  return { since: formatShort(since, now, language, timeZone), entries, lines, more: changes.length > lines.length };
}

/** Cookies that end what a browser that leaves the desk knows of its visits. */
export function visitsForgotten(cookies: string): string[] {
  const names = cookies.split(";").map((cookie) => cookie.split("=")[0]?.trim() ?? "");
  return names
    .filter((name) => /^desk-visit-[A-Z0-9]{1,20}$/.test(name))
    .map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
}

/** One's own changes are no news, where an account is known. */
function isNews(change: { readonly at: Date; readonly actor: string }, scope: OrganiserScope, since: Date): boolean {
  return change.at >= since && !(scope.userId !== null && change.actor === scope.actor);
}

/** Stores this visit in the browser. Returns when the one before ended, to the minute; null where there was none. */
function noteVisit({ request, context, site, raffle }: DeskScreen): Date | null {
  const now = site.clock().getTime();
  const cookie = new RegExp(`(?:^|;)\\s*${NAME}${raffle.codeId}=(\\d{1,15})\\.(\\d{1,15})`).exec(
    request.headers.get("cookie") ?? "",
  );
  const [before, last] = cookie ? [Number(cookie[1]), Number(cookie[2])] : [0, 0];
  const since = last > 0 && now - last > SAME_VISIT_MS ? last : before;
  const secure = context.get(siteContext).config.origin.startsWith("https:") ? "; Secure" : "";
  setCookies(context, [
    `${NAME}${raffle.codeId}=${since}.${now}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`,
  ]);
  return since > 0 && since <= now ? new Date(since - (since % 60_000)) : null;
}
