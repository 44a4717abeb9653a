import { readAuditLog } from "#src/access/audit/audit.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { proveEventOnPage } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteLoader } from "../../requests/screens.ts";
import { showChange } from "./change-sentences.ts";
import { RaffleChanges } from "./raffle-changes.tsx";

export const handle: PageHandle = { personal: true, leavesDesk: "as-guest" };

/** Open to browsers that proved the access code on the edit screen, the event's own account, and admins. */
export const loader = siteLoader("desk:changes.description", async (screen) => {
  const { context, params, url, site, language, timeZone, meta } = screen;
  const proof = await proveEventOnPage(screen, { event: params.code ?? "" });
  if (!proof.ok) throw refusalPage(context, proof.refusal);
  const page = pageNumber(url.searchParams.get("page"));
  const { changes, more } = await readAuditLog(site.db, proof.value, page);
  const shown = changes.map((change) => showChange(change, { language, timeZone }));
  return { changes: shown, page, more, meta: { ...meta, listed: false } };
});

export default RaffleChanges;
