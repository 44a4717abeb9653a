import { randomUUID } from "node:crypto";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { REPEATED } from "#src/draws/from-list/check-names.ts";
import {
  checkListDraw,
  drawFromList,
  type ListDrawRefusal,
  type WantedDraw,
} from "#src/draws/from-list/draw-from-list.ts";
import { readList } from "#src/draws/from-list/read-list.ts";
import { lockWords } from "#src/draws/lock/lock-words.ts";
import { timeOfRound } from "#src/draws/protocol/beacon/round.ts";
import { findDraw } from "#src/draws/read.ts";
import { IMPORT_LIMITS } from "#src/entries/import/limits.ts";
import { NAME_LIMITS } from "#src/entries/listed/limits.ts";
import { repeatedNames } from "#src/entries/listed/names.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import type { SentForm } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";
import { proveOnPage } from "../../requests/organiser.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { uploadOf } from "../../requests/upload.ts";
import { ListDraw } from "./list-draw.tsx";
import { type CheckedList, PRIZES, prizeField, type TypedList } from "./list-fields.ts";

export const handle: PageHandle = { forms: true, personal: true, maxUpload: IMPORT_LIMITS.bytes };

export const loader = siteLoader("draws:list.description", () => ({}));

/** Repeated names that are shown: a page for a decision about all of them. */
const REPEATED_SHOWN = 30;

type Done = { readonly checked: CheckedList } | { readonly drawn: Awaited<ReturnType<typeof drawnView>> };

export const action = siteAction({
  status: (done: Done) => ("drawn" in done ? 201 : 200),
  read: (form): TypedList => ({
    names: formText(form, "names"),
    repeated: REPEATED.find((known) => known === formText(form, "repeated")) ?? "undecided",
    name: formText(form, "name"),
    shopName: formText(form, "shopName"),
    prizes: Array.from({ length: PRIZES }, (_, place) => ({
      name: formText(form, prizeField(place, "name")),
      numberOfWinners: formText(form, prizeField(place, "numberOfWinners")),
    })),
    listed: form.get("listed") === "on",
    mayUse: form.get("mayUse") === "on",
    key: formText(form, "key"),
  }),
  change: async (sent): Promise<Outcome<Done, ListDrawRefusal>> => {
    const { deps, intent } = sent;
    const names = await namesOf(sent);
    if (!names.ok) return names;
    const wanted = wantedDraw(sent, names.value);
    if (intent !== "lock") {
      // What stands twice is shown first, and decided then.
      const repeated = wanted.repeated === "undecided" ? "keep" : wanted.repeated;
      const checked = checkListDraw(deps, { ...wanted, repeated });
      if (!checked.ok) return checked;
      const winners = checked.value.raffle.prizes.reduce((sum, { numberOfWinners }) => sum + numberOfWinners, 0);
      return accept({ checked: listView(names.value, winners) });
    }
    return lockAndDraw(sent, wanted);
  },
  /** The names of a file, which a browser does not choose again by itself. A list that is too long stays as it was. */
  more: async (sent) => {
    const names = await namesOf(sent);
    return names.ok && names.value.length <= NAME_LIMITS.names ? listView(names.value, 0, sent.typed.key) : null;
  },
});

export default ListDraw;

/** A list as its organiser sees it before the lock. */
function listView(names: readonly string[], winners: number, key = ""): CheckedList {
  const repeated = repeatedNames(names);
  return {
    key: key || randomUUID(),
    text: names.join("\n"),
    names: names.length,
    repeated: repeated.slice(0, REPEATED_SHOWN),
    moreRepeated: Math.max(0, repeated.length - REPEATED_SHOWN),
    winners,
  };
}

/** What was read of each request's list, so that a refused one is read and counted once. */
const readings = new WeakMap<FormData, ReturnType<typeof readList>>();

function namesOf(sent: SentForm<null, TypedList>) {
  const reading = readings.get(sent.form) ?? readSent(sent);
  readings.set(sent.form, reading);
  return reading;
}

async function readSent({ deps, form, typed }: SentForm<null, TypedList>) {
  return readList(deps, { text: typed.names, file: await uploadOf(form, "list") });
}

function wantedDraw({ language, typed }: SentForm<null, TypedList>, names: readonly string[]): WantedDraw {
  const { prizes, name, shopName, listed, mayUse, repeated, key } = typed;
  const won = prizes.filter((prize, place) => place === 0 || prize.name.trim() !== "");
  const body = {
    name: name.trim() || won[0]?.name,
    shopName,
    details: translate(language, { key: "draws:list.details" }),
    status: listed ? "Published" : "Unpublished",
    prizes: won.map((prize, place) => ({ ...prize, prizeCode: `P${place + 1}`, pool: "everyone" })),
  };
  return { names, repeated, body, mayUse, key };
}

async function lockAndDraw(
  sent: SentForm<null, TypedList>,
  wanted: WantedDraw,
): Promise<Outcome<Done, ListDrawRefusal>> {
  const { context, deps } = sent;
  const account = await context.get(accountContext)();
  const made = await drawFromList({ ...deps, account }, wanted);
  if (!made.ok) return made;
  const { codeId, accessCode } = made.value;
  if (!account) await proveOnPage(sent, { raffle: codeId, accessCode });
  return accept({ drawn: await drawnView(sent, { codeId, accessCode, name: made.value.name }) });
}

/** What the organiser needs at once: the codes, what to post before the number, and when it comes. */
async function drawnView(
  { site }: SentForm<null, TypedList>,
  made: { readonly codeId: string; readonly accessCode: string; readonly name: string },
) {
  const draw = await findDraw(site.db, made.codeId);
  if (!draw) throw new Error("A list that was just locked is gone.");
  const link = new URL(`/raffle/${made.codeId}/draw`, site.config.origin).href;
  const { lock } = draw.published;
  return {
    ...made,
    drawAt: new Date(timeOfRound(site.chain, lock.round) * 1000),
    lock: { hash: draw.lockHash, words: await lockWords(draw.lockHash), tickets: lock.tickets, link },
  };
}
