import { createContext, redirectDocument } from "react-router";
import { renderSVG } from "uqr";
import { proveOrganiser } from "#src/access/organiser.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { Site } from "#src/http/site.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { createRaffleFrom } from "#src/raffles/lifecycle/create-raffle.ts";
import { mailCodes } from "#src/raffles/lifecycle/mail-codes.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { hasOwnBanner } from "#src/raffles/shop/copied-pictures.ts";
import { possibleDrawDate } from "#src/raffles/timeline/timeline.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import type { Screen, SentForm } from "../../requests/answer-form.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { givenTo, proveOnPage } from "../../requests/organiser.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { uploadOf } from "../../requests/upload.ts";
import { chooseDue, drawDateOf, dueOf } from "../raffle-form/due-choice.ts";
import { fillTemplate, templateOf } from "../raffle-form/raffle-templates.ts";
import {
  atFormPlaces,
  changeRows,
  emptyRaffleForm,
  type RaffleFormValues,
  raffleBody,
  readRaffleForm,
} from "../raffle-form/read-raffle-form.ts";
import { readPictures, readRemovals, storedRaffleForm } from "../raffle-form/server-values.ts";
import type { Route } from "./+types/create-raffle.route.ts";
import { copiedDates } from "./copied-dates.ts";
import { CreateRaffle } from "./create-raffle.tsx";
import { dueChoices } from "./due-choices.ts";
import { rememberedShop } from "./remembered-shop.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["raffles", "desk", "messages"],
  personal: true,
  maxUpload: 2 * MAX_BANNER_BYTES,
};

/** What is said to an organiser who was redirected from the edit screen, by the reason in the URL. */
const TURNED_AWAY: ReadonlyMap<string | null, Message> = new Map([
  ["missing-codes", { key: "missingRaffleCodes" }],
  ["raffle-not-found", { key: "raffleNotFound" }],
  ["access-code-mismatch", { key: "accessCodeInvalid" }],
]);

export const loader = siteLoader("raffles:create.description", async (screen) => {
  const { productName, timeZone, currency } = screen.site.config;
  const turnedAway = TURNED_AWAY.get(screen.url.searchParams.get("turned-away")) ?? null;
  const copied = await loadCopy(screen);
  return {
    ...{ productName, timeZone, currency, copied, turnedAway },
    dueChoices: dueChoices(screen.site.clock(), timeZone),
    shop: copied ? null : await rememberedShop(screen),
  };
});

/** What the form did: it made a raffle or mailed its codes, or its rows changed. */
type Done = { readonly created: CreatedRaffle } | { readonly values: RaffleFormValues };

type Refused = Refusal<RefusalReason> | ChallengeRefusal;

type Typed = { readonly values: RaffleFormValues; readonly email: string };

/** The receipt whose codes could not be mailed. It is shown again. */
const receiptContext = createContext<CreatedRaffle | null>(null);

export const action = siteAction({
  status: (done: Done, intent) => ("created" in done && intent !== "mail-codes" ? 201 : 200),
  read: (form): Typed => ({ values: readRaffleForm(form).values, email: formText(form, "email") }),
  change: async (sent): Promise<Outcome<Done, Refused>> => {
    const { language, form, intent, typed } = sent;
    if (intent === "mail-codes") return mailCodesOfNew(sent);
    const template = templateOf(intent);
    if (template) {
      const say = (key: KeyUnder<"raffles", "templates">) => translate(language, { key: `raffles:templates.${key}` });
      const { clock, timeZone } = sent.deps;
      const site = { say, dueChoices: dueChoices(clock(), timeZone) };
      return accept({ values: fillTemplate(typed.values, form, template, site) });
    }
    const due = dueOf(intent);
    if (due) return accept({ values: chooseDue(typed.values, due) });
    const { intent: ofRows } = readRaffleForm(form);
    if (ofRows.do !== "create") return accept({ values: changeRows(typed.values, ofRows) });
    return createRaffle(sent);
  },
  more: async ({ context }) => context.get(receiptContext),
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** A new raffle changes no data of this page. */
export const shouldRevalidate = () => false;

export default CreateRaffle;

async function createRaffle(sent: SentForm<null, Typed>): Promise<Outcome<Done, Refused>> {
  const { context, site, deps, form, typed } = sent;
  // Who may not organise it any more gets no pictures of it, and a raffle all the same.
  const proof = await proveCopied(sent);
  const { body, places } = raffleBody(typed.values, form);
  const owner = await context.get(accountContext)();
  const made = await createRaffleFrom(
    { ...deps, owner },
    { ...body, drawDate: drawDateOf(body) },
    {
      banner: await uploadOf(form, "banner"),
      pictures: await readPictures(form, places),
      picturesFrom: proof?.ok ? { scope: proof.value, ...readRemovals(form) } : null,
    },
  );
  if (!made.ok) {
    const fields = atTypedDate(made.refusal.fields ?? {}, typed.values);
    return refuse({ ...made.refusal, fields: atFormPlaces(fields, places) });
  }
  const { codeId, accessCode } = made.value;
  // A guest's browser gets a pass: the way to the desk needs no code, even when this answer is lost. An account has
  // its raffles while it is signed in, and leaves none of them open in a browser that others use.
  if (!owner) await proveOnPage(sent, { raffle: codeId, accessCode });
  const draw = { at: made.value.drawDate, isTyped: typed.values.drawDate !== "", isMoved: made.value.drawMoved };
  return accept({ created: createdView(site, { name: typed.values.name.trim(), codeId, accessCode }, draw) });
}

/** Says at the due date what is wrong with a draw date that follows from it. */
function atTypedDate(fields: FieldMessages, { drawDate }: RaffleFormValues): FieldMessages {
  if (drawDate !== "" || !fields.drawDate) return fields;
  const { drawDate: ofDraw, ...others } = fields;
  return { ...others, dueDate: others.dueDate ?? ofDraw };
}

type CreatedRaffle = ReturnType<typeof createdView>;

type Codes = { readonly name: string; readonly codeId: string; readonly accessCode: string };

/** When the draw is, if that is not the date that was typed. */
type ShownDraw = { readonly at: Date; readonly isTyped: boolean; readonly isMoved: boolean };

function createdView({ config: { origin, smtp } }: Site, codes: Codes, draw: ShownDraw | null = null) {
  const link = new URL(`/raffle/${codes.codeId}`, origin).href;
  return {
    ...codes,
    link,
    /** The link's QR code as SVG, generated on the server. */
    qrCode: renderSVG(link, { border: 2 }),
    /** Whether this site can mail the codes. */
    sendsMail: smtp !== undefined,
    draw: draw && (draw.isMoved || !draw.isTyped) ? draw : null,
  };
}

/**
 * Mails the codes from the receipt of a new raffle, and shows the receipt again. The site stores nothing of it: the
 * access code comes with the form, and is the proof. It leaves no pass, which the answer to the new raffle has left
 * already.
 */
async function mailCodesOfNew(sent: SentForm<null, Typed>): Promise<Outcome<Done, Refused>> {
  const { context, site, deps, language, form, typed } = sent;
  const claim = { raffle: formText(form, "raffle"), accessCode: formText(form, "accessCode") };
  // The receipt has no place for a puzzle, which gets a page of its own.
  const proof = await attempt(context, () => proveOrganiser(givenTo(sent), claim), form);
  if (!proof.ok) return proof;
  const { name, codeId } = await raffleOf(context, proof.value.raffleId);
  const created = createdView(site, { name, codeId, accessCode: typedCode(claim.accessCode) });
  context.set(receiptContext, created);
  const mail = { email: typed.email, accessCode: claim.accessCode, language };
  const mailed = await attempt(context, () => mailCodes(deps, proof.value, mail), form);
  return mailed.ok ? accept({ created }) : mailed;
}

/**
 * Proves the organiser of the raffle that the URL names to be copied: `from` is its code, `by` the access code or the
 * marker in the URLs of its desk.
 *
 * @returns null where the URL names none
 */
async function proveCopied(screen: Pick<Screen, "url" | "request" | "context" | "params">) {
  const { searchParams } = screen.url;
  const from = searchParams.get("from");
  if (from === null) return null;
  return proveOnPage(screen, { raffle: from, accessCode: searchParams.get("by") ?? "", exact: true });
}

/**
 * Fills the form like the raffle that the URL names, for its organiser.
 *
 * @throws a redirect to where a code is typed, for somebody who may not organise that raffle
 */
async function loadCopy(screen: Screen) {
  const { url, context, site, language, timeZone } = screen;
  const proof = await proveCopied(screen);
  // A page that answers a form shows what was typed.
  if (!proof || (!proof.ok && screen.request.method === "POST")) return null;
  const from = url.searchParams.get("from") ?? "";
  if (!proof.ok) throw redirectDocument(`/open-desk/${encodeURIComponent(from)}?to=edit-raffle`);
  const raffle = await raffleOf(context, proof.value.raffleId);
  const { codeId, name, logo } = raffle;
  const suffix = translate(language, { key: "raffles:create.copySuffix" });
  return {
    ...{ codeId, name, logo },
    banner: (await hasOwnBanner(site.db, proof.value)) ? bannerAddress(raffle, "webp") : null,
    values: copyOf(raffle, suffix, { timeZone, now: site.clock() }),
  };
}

type Moment = { readonly timeZone: string; readonly now: Date };

/**
 * All but what belongs to one raffle alone: its permit, and the ids of its rows. Its dates are the next of the same
 * weekday and hour.
 */
function copyOf(raffle: PublicRaffle, suffix: string, { timeZone, now }: Moment): RaffleFormValues {
  const values = storedRaffleForm(raffle, timeZone);
  const { permitNumber, status, publishAt } = emptyRaffleForm();
  return {
    ...values,
    ...copiedDates(raffle, now, timeZone),
    // A draw as soon as possible follows the due date of the copy, however that is changed.
    ...(raffle.drawDate <= possibleDrawDate({ ...raffle, drawDate: raffle.dueDate }) && { drawDate: "" }),
    ...{ permitNumber, status, publishAt },
    name: `${raffle.name.slice(0, RAFFLE_FIELDS.name.maxLength - suffix.length - 1)} ${suffix}`,
    prizes: values.prizes.map((row) => ({ ...row, id: "" })),
    rules: values.rules.map((row) => ({ ...row, id: "" })),
  };
}
