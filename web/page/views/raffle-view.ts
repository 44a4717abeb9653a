import { contactLink } from "#src/contact/contact-link.ts";
import type { Site } from "#src/http/site.ts";
import { formatShort, placeOfZone } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatWorth } from "#src/i18n/numbers.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { formatDate } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { type PrizeNames, prizeNames } from "#src/raffles/lists/prize-names.ts";
import { ruleEffectOf, shownWorth, storedUntil } from "#src/raffles/rules.ts";
import type { Prize, PublicRaffle, RaffleSummary } from "#src/raffles/schema.ts";
import { shopTitle } from "#src/raffles/shop/shop-facts.ts";
import { timelineOf, waitsFor } from "#src/raffles/timeline/timeline.ts";
import { plainText } from "../markdown-text.ts";
import { accentStyle } from "./accent-style.ts";
import { pictureView } from "./picture-view.ts";
import { timeLeft } from "./time-left.ts";

/** A raffle as a card shows it: with the texts of its dates in the site's zone. */
export function summaryView(raffle: RaffleSummary, site: Site, language: Language) {
  const { timeZone } = site.config;
  return {
    codeId: raffle.codeId,
    version: raffle.version,
    name: raffle.name,
    details: plainText(raffle.details),
    open: raffle.open,
    shop: shopTitle(raffle) === "" ? undefined : { title: shopTitle(raffle), logo: logoView(raffle) },
    due: raffle.dueDate,
    closes: formatShort(raffle.dueDate, site.clock(), language, timeZone),
    place: placeOfZone(timeZone),
    left: timeLeft(raffle.dueDate, site.clock()),
    draw: timelineOf(raffle).draw,
  };
}

/** Prizes whose names are longer together would fill a phone's first screen: only the first is named. */
const SHORT_NAMES = 80;

/** What can be won, in a few words; empty where nothing is announced. */
export function winText(prizes: PrizeNames | undefined, language: Language): string {
  if (!prizes || prizes.count === 0) return "";
  const all = prizes.first.join(", ");
  const named = all.length > SHORT_NAMES ? prizes.first.slice(0, 1) : prizes.first;
  const names = named.join(", ");
  const more = prizes.count - named.length;
  return more === 0 ? names : translate(language, { key: "raffles:win.more", params: { prizes: names, count: more } });
}

/** A raffle with its prizes and rules, as its pages show it. */
export function raffleView(raffle: PublicRaffle, site: Site, language: Language) {
  return {
    ...summaryView(raffle, site, language),
    shop: shopView(raffle, site),
    win: winText(prizeNames(raffle.prizes), language),
    status: raffle.status,
    peopleCan: peopleCan(raffle),
    locked: raffle.lockedAt !== null,
    /** What it waits for once it is closed, and when that comes. */
    waits: waitsFor(raffle, site.clock()),
    locks: formatShort(timelineOf(raffle).lock, site.clock(), language, site.config.timeZone),
    draws: formatShort(timelineOf(raffle).draw, site.clock(), language, site.config.timeZone),
    announce: raffle.announce,
    sendsMail: site.config.smtp !== undefined,
    storedUntil: storedUntil(raffle),
    /** Whether the time to keep entries goes on: its end is in the future. */
    isStored: storedUntil(raffle) > site.clock(),
    permitNumber: raffle.permitNumber,
    facebookLink: raffle.facebookLink,
    instagramLink: raffle.instagramLink,
    entriesPerMailbox: raffle.entriesPerMailbox,
    pauseDays: raffle.pauseDays,
    ruleEffect: ruleEffectOf(raffle),
    drawRequires: raffle.drawRequires,
    drawWeight: raffle.drawWeight,
    codeField: codeField(raffle.rules, language),
    checkQr: checkQr(raffle, language),
    rules: raffle.rules.map((rule) => ({ ...rule, proved: provedText(raffle.rules, rule, language) })),
    prizes: raffle.prizes.map((prize) => prizeView(prize, raffle.codeId, site, language)),
  };
}

/** What pages say of how a rule is proved. Empty where every rule is only said, as it always was. */
function provedText(
  rules: PublicRaffle["rules"],
  { proof }: PublicRaffle["rules"][number],
  language: Language,
): string {
  if (rules.every((rule) => rule.proof === "said")) return "";
  return ` · ${translate(language, { key: `raffles:detail.proofs.${proof}` })}`;
}

/** What the field is called where codes are typed, by whose codes count; null where none do. */
function codeField(rules: PublicRaffle["rules"], language: Language) {
  const takes = (proof: string) => rules.some((rule) => rule.proof === proof);
  if (!takes("visit") && !takes("code")) return null;
  const from = takes("visit") ? (`stamps:field.${takes("code") ? "both" : "visit"}` as const) : "entries:dropCode";
  return { label: translate(language, { key: `${from}.label` }), hint: translate(language, { key: `${from}.hint` }) };
}

/** The QR code by which the shop opens an entry to confirm rules; null where it checks none. */
function checkQr({ rules, codeId }: PublicRaffle, language: Language) {
  if (!rules.some(({ proof }) => proof === "checked")) return null;
  const say = (key: KeyUnder<"claims", "helpers.confirm.own">) =>
    translate(language, { key: `claims:helpers.confirm.own.${key}` });
  return { summary: say("summary"), hint: say("hint"), open: true, path: `/check-rules/${codeId}/` };
}

/** Whose raffle it is, in plain texts; a part that the shop has not said is empty, or undefined. */
function shopView(raffle: PublicRaffle, { config }: Site) {
  const { shopName: name, shopPlace: place, shopContact: text, accentColor: accent } = raffle;
  if (name + place + text + accent + raffle.logo === "") return undefined;
  const contact = text === "" ? undefined : { text, link: contactLink(text, config.defaultRegion) };
  const style = accent === "" ? undefined : accentStyle(accent);
  return { name, place, title: shopTitle(raffle), contact, accent, style, logo: logoView(raffle) };
}

function logoView({ codeId, logo }: Pick<PublicRaffle, "codeId" | "logo">) {
  return logo === "" ? undefined : pictureView("logo", codeId, logo);
}

/** The view of a raffle on its own page, which alone shows the bold words and lists of its details and its prizes. */
export function withMarkdown(view: RaffleView, { details, prizes }: PublicRaffle): RaffleView {
  return {
    ...view,
    details,
    prizes: view.prizes.map((prize, at) => ({ ...prize, details: prizes[at]?.details ?? "" })),
  };
}

/** One sentence about a raffle, for search engines and link previews. */
export function raffleDescription({ prizes, due, open }: RaffleView, site: Site, language: Language): string {
  const win = prizes.map((prize) => prize.name).join(", ");
  if (open) return joinText({ win, due }, site, language);
  const key = win === "" ? "raffles:detail.summaryOverNoPrizes" : "raffles:detail.summaryOver";
  return translate(language, {
    key,
    params: { prizes: win, dueDate: formatDate(due, language, site.config.timeZone) },
  });
}

/** What can be won until when, in one sentence. */
export function joinText({ win, due }: Pick<RaffleView, "win" | "due">, site: Site, language: Language): string {
  const key = win === "" ? "raffles:detail.summaryNoPrizes" : "raffles:detail.summary";
  return translate(language, {
    key,
    params: { prizes: win, dueDate: formatDate(due, language, site.config.timeZone) },
  });
}

function prizeView(prize: Prize, codeId: string, site: Site, language: Language) {
  const amount = shownWorth(prize.worth);
  return {
    ...prize,
    details: plainText(prize.details),
    worth: amount === null ? null : formatWorth(amount, language, site.config.currency),
    picture: prize.picture === "" ? undefined : pictureView("prize", codeId, prize.picture),
  };
}

export type ShopView = NonNullable<RaffleView["shop"]>;
export type SummaryView = ReturnType<typeof summaryView>;
export type RaffleView = ReturnType<typeof raffleView>;
export type PrizeView = RaffleView["prizes"][number];
