import { readAuditLog } from "#src/access/audit/audit.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { deskLoader } from "../desk-screen.ts";
import { showChange } from "./change-sentences.ts";
import { RaffleChanges } from "./raffle-changes.tsx";

export const loader = deskLoader(
  "desk:changes.description",
  async ({ url, site, language, timeZone, scope, raffle }) => {
    const page = pageNumber(url.searchParams.get("page"));
    const { changes, more } = await readAuditLog(site.db, scope, page);
    const names = new Map([
      ...raffle.prizes.map(({ id, name }) => [id, name] as const),
      ...raffle.rules.map(({ id, details }) => [id, details] as const),
    ]);
    const description = translate(language, { key: "desk:changes.description" });
    return {
      changes: changes.map((change) => showChange(change, { language, timeZone, names })),
      page,
      more,
      meta: { path: "raffle-changes", description, listed: false },
    };
  },
);

export default RaffleChanges;
