import { codeOfStep } from "#src/earning/stamps/screen-keys.ts";
import { STEP_MS, slotOf, stepAt } from "#src/earning/stamps/totp.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { CounterView } from "./counter-view.ts";
import { qrPath } from "./qr-path.ts";
import script from "./show-codes.ts?inline-script";

/** Plain, so that it is small and that an old tablet shows it. The code is on white at night too: cameras need it. */
const STYLES = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;border-top:2vmin solid var(--shop,#f5b32e);font:clamp(1rem,2.6vmin,1.6rem)/1.35 system-ui,sans-serif;text-align:center}
main{min-height:98vh;padding:1.5vmin;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:1.2vmin}
h1{margin:0;font-size:1.6em;overflow-wrap:anywhere}p{margin:0}a{color:inherit}
svg{width:min(88vw,48vh);height:auto;background:#fff;fill:#000;border-radius:1vmin}
#code{font:700 min(15vw,11vh)/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.08em}
#state{font-size:1.4em;font-weight:700}#state:empty{display:none}
.over :is(svg,#code,progress,.how){display:none}progress{width:min(88vw,48vh);accent-color:var(--shop,#f5b32e)}noscript p{padding:1em}`;

/** Before all other scripts, in words of old browsers: loads the page anew, unless the other script shows codes. */
const reload = (ms: number) => `reload=setTimeout(function(){location.reload()},${ms})`;

type Shown = {
  readonly view: CounterView;
  readonly raffle: Pick<PublicRaffle, "name" | "shopName" | "accentColor">;
  readonly station: { readonly name: string; readonly place: string };
  readonly others: string;
  readonly nonce: string;
  readonly language: Language;
};

/** The page of a station's screen: with the code of this moment in its HTML, and a script that goes on. */
export function counterPage({ view, raffle, station, others, nonce, language }: Shown): string {
  const say = (key: KeyUnder<"stamps", "counter">) =>
    escaped(translate(language, { key: `stamps:counter.${key}`, params: { station: station.name } }));
  const shop = raffle.accentColor ? `body{--shop:${raffle.accentColor}}` : "";
  const step = stepAt(view.now);
  const key = view.slots.find(({ slot }) => slot === slotOf(step))?.key ?? "";
  const code = codeOfStep(Buffer.from(key, "hex"), step);
  const { size, path } = qrPath(view.link + code);
  const wait = STEP_MS - (view.now % STEP_MS);
  const json = JSON.stringify(view).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(station.name)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="${Math.ceil(wait / 1000)}"></noscript><style>${STYLES}${escaped(shop)}</style></head><body><main>
<p>${[raffle.shopName, raffle.name].filter(Boolean).map(escaped).join(" · ")}</p><h1>${escaped(station.name)}</h1>${station.place === "" ? "" : `<p>${escaped(station.place)}</p>`}
<p class="how">${say("scan")}</p>
<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${say("qr")}"><path d="${path}"/></svg>
<p class="how">${say("type")}</p><p id="code">${code}</p><progress max="${STEP_MS}" value="${wait}" aria-hidden="true"></progress>
<p id="state" role="status"></p><p class="how"><a href="${others}">${say("other")}</a></p></main>
<script type="application/json" id="view">${json}</script>
<script nonce="${nonce}">${reload(wait)}</script><script nonce="${nonce}">${script}</script></body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
