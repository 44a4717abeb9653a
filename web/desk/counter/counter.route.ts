import { randomBytes } from "node:crypto";
import { redirectDocument } from "react-router";
import type { Staff } from "#src/access/staff/staff.ts";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { stampLink } from "#src/earning/stamps/link.ts";
import { openScreen } from "#src/earning/stamps/screens.ts";
import { findStation } from "#src/earning/stamps/stations.ts";
import { translate } from "#src/i18n/translate.ts";
import { pagePolicy } from "../../page/html/content-security-policy.ts";
import { screenOf } from "../../requests/answer-form.ts";
import { pathTo } from "../../requests/path-to.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { staffOnPage } from "../../requests/staff.ts";
import type { Route } from "./+types/counter.route.ts";
import { counterPage } from "./counter-page.ts";
import type { CounterKeys } from "./counter-view.ts";

const NONCE_BYTES = 16;

/**
 * The screen of a station: a page of its own, without what other pages share, so that it is small. With `?keys` it
 * answers keys for another hour. Who may not show it is led to the page that says so.
 */
export async function loader(page: Route.LoaderArgs): Promise<Response> {
  const { site, params, url, language, context } = screenOf(page);
  const choose = pathTo("counter", params.raffleCode);
  const staff = await staffOnPage(page, params.raffleCode ?? "");
  if (!staff.ok) throw redirectDocument(choose);
  const station = await findStation(site.db, staff.value.raffleId, Number(params.station));
  const link = station && screenFor(staff.value, station.id);
  if (!station || !link) throw redirectDocument(choose);
  const keys = await openScreen(site, station, { actor: staff.value.actor, helperId: link.helperId });
  const slots = keys.map(({ slot, key }) => ({ slot, key: key.toString("hex") }));
  const shown: CounterKeys = { now: site.clock().getTime(), slots };
  const headers = { "cache-control": "no-store" };
  if (url.searchParams.has("keys")) return Response.json(shown, { headers });
  const raffle = await raffleOf(context, staff.value.raffleId);
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  const view = {
    ...shown,
    link: stampLink(site.config.origin, raffle.codeId, station.number),
    alphabet: CLEAR_LETTERS_AND_DIGITS,
    over: translate(language, { key: "stamps:counter.over" }),
  };
  const { html, policy } = pagePolicy(counterPage({ view, raffle, station, others: choose, nonce, language }), nonce);
  return new Response(html, {
    headers: { ...headers, "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}

/** The link by which somebody shows a station; undefined where they may not. One of this station alone goes first. */
function screenFor({ screens }: Staff, stationId: string) {
  return screens.find((link) => link.stationId === stationId) ?? screens.find((link) => link.stationId === null);
}
