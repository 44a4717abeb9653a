import { redirectDocument } from "react-router";
import { hasEntries } from "#src/access/entrants.ts";
import type { OrganiserRefusal } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { pick } from "#src/raffles/fields.ts";
import { deleteRaffle } from "#src/raffles/lifecycle/delete-raffle.ts";
import { type EditRefusal, editRaffleFrom } from "#src/raffles/lifecycle/edit-raffle.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { PRIZE_FIELD_NAMES, RULE_FIELD_NAMES } from "#src/raffles/row-fields.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import type { SentForm } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";
import { type DeskPage, deskProof } from "../../requests/organiser.ts";
import { pathTo } from "../../requests/path-to.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { toSameScreen } from "../../requests/same-screen.ts";
import { loaderOf, siteAction } from "../../requests/screens.ts";
import { uploadOf } from "../../requests/upload.ts";
import { aboutRaffle } from "../desk-screen.ts";
import {
  atFormPlaces,
  changeRows,
  type RaffleFormValues,
  raffleBody,
  readRaffleForm,
} from "../raffle-form/read-raffle-form.ts";
import { readPictures, readRemovals, storedRaffleForm } from "../raffle-form/server-values.ts";
import { EditRaffle } from "./edit-raffle.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "raffles", "messages"],
  maxUpload: 2 * MAX_BANNER_BYTES,
};

/** A wrong link leads to the create page, which says why. */
const EDITOR = { prove: editorOf, about: aboutRaffle };

export const loader = loaderOf(
  EDITOR,
  "desk:edit.description",
  async ({ url, site, timeZone, scope, raffle, meta }) => {
    const { codeId, name, version, logo, lockedAt } = raffle;
    const banner = bannerAddress(raffle, "webp");
    return {
      raffle: {
        ...{ codeId, name, version, logo, banner, isLocked: lockedAt !== null },
        /** Whether nobody can join any more, though its list is not locked. */
        isClosed: lockedAt === null && !raffle.open,
        hasEntries: await hasEntries(site.db, scope),
      },
      stored: storedRaffleForm(raffle, timeZone),
      /** Set after an edit was saved; `moved` if its draw date had to move. */
      saved: url.searchParams.get("saved"),
      timeZone,
      currency: site.config.currency,
      // Its title names the screen alone.
      meta: { ...meta, subject: undefined },
    };
  },
);

type Typed = ReturnType<typeof readEditForm>;

type Refused = EditRefusal | OrganiserRefusal | Refusal<RefusalReason>;

/** Saves the raffle, changes rows of the form, or deletes the raffle once that is confirmed. */
export const action = siteAction({
  read: readEditForm,
  change: async (sent): Promise<Outcome<{ readonly values: RaffleFormValues } | Response | null, Refused>> => {
    const { context, params, deps, form, intent, typed } = sent;
    const { intent: ofRows } = readRaffleForm(form);
    if (ofRows.do !== "create") return accept({ values: changeRows(typed.values, ofRows) });
    // A refused form must stay on the screen.
    const proof = deskProof(context);
    if (!proof.ok) return saidAsInvalid(proof.refusal);
    const scope = proof.value;
    if (intent === "delete") {
      if (formText(form, "confirmed") !== "delete") return accept(null);
      const deleted = await deleteRaffle(deps, scope);
      return deleted.ok ? accept(redirectDocument("/admin-raffle-list?deleted", 303)) : deleted;
    }
    const stored = storedRaffleForm(await raffleOf(context, scope.raffleId), deps.timeZone);
    const { body, places } = raffleBody(valuesOf(typed, stored), form);
    const edited = await editRaffleFrom(deps, scope, withoutUntouchedDates(body, stored), {
      version: typed.version,
      confirmRemoval: typed.confirmed,
      banner: (await uploadOf(form, "banner")) ?? (typed.removeBanner ? "remove" : null),
      pictures: await readPictures(form, places),
      removeLogo: typed.removeLogo,
    });
    if (edited.ok) {
      const screen = pathTo("edit-raffle", params.raffleCode, params.accessCode);
      return accept(toSameScreen(`${screen}?saved${edited.value.drawMoved ? "=moved" : ""}`));
    }
    const { refusal } = edited;
    return refuse({ ...refusal, fields: atFormPlaces(refusal.fields ?? {}, places) });
  },
  more: askedBefore,
});

export default EditRaffle;

/** Reads the form: the raffle's fields, and the organiser's answers to questions. */
function readEditForm(form: FormData) {
  const overwrite = formText(form, "overwrite");
  return {
    values: readRaffleForm(form).values,
    version: overwrite || formText(form, "version"),
    /** Set when the organiser chose to overwrite what somebody else saved. */
    overwrites: overwrite !== "",
    confirmed: formText(form, "confirm").split(",").filter(Boolean),
    ...readRemovals(form),
  };
}

/**
 * The organiser of the screen.
 *
 * @throws a redirect to the create page for an unknown raffle or a wrong code; React Router's `data` for too many
 *   attempts
 */
function editorOf({ context }: DeskPage): OrganiserScope {
  const proof = deskProof(context);
  if (proof.ok) return proof.value;
  const { reason } = proof.refusal;
  if (reason === "too-many-requests" || reason === "challenge-required") throw refusalPage(context, proof.refusal);
  throw redirectDocument(`/create-raffle?turned-away=${reason}`);
}

/** Says of a wrong code that it is invalid, as the create page does. */
function saidAsInvalid(refusal: OrganiserRefusal): Outcome<never, OrganiserRefusal> {
  if (refusal.reason !== "access-code-mismatch") return refuse(refusal);
  return refuse({ ...refusal, fields: { "": [{ key: "accessCodeInvalid" }] } });
}

/** What is asked before a refused edit is saved after all, and the values to save then. */
async function askedBefore({ context, site, timeZone, typed }: SentForm<null, Typed>, refusal: Refused) {
  const proof = deskProof(context);
  const latest = proof.ok ? await findRaffle(site.db, proof.value.raffleId) : null;
  if (!latest) return null;
  const stored = storedRaffleForm(latest, timeZone);
  const values = valuesOf(typed, stored);
  const fields = refusal.fields ?? {};
  return {
    values,
    /** What somebody else saved meanwhile, and the version to overwrite. */
    conflict:
      refusal.reason === "conflict" ? { version: latest.version, differences: differencesOf(values, stored) } : null,
    /** Entrants' choices that the edit would remove, and the ids to confirm. */
    removal:
      refusal.reason === "removal-unconfirmed"
        ? {
            ids: [...typed.confirmed, ...Object.keys(fields).map((path) => path.split(".")[1])].join(","),
            messages: Object.values(fields).flat(),
          }
        : null,
  };
}

function valuesOf({ values, overwrites }: Typed, stored: RaffleFormValues): RaffleFormValues {
  return overwrites ? asNewWhereGone(values, stored) : values;
}

/** Leaves out dates that were not changed: they keep the seconds that their fields do not show. */
function withoutUntouchedDates(body: RaffleFormValues, stored: RaffleFormValues): Partial<RaffleFormValues> {
  const { dueDate, drawDate, publishAt, ...rest } = body;
  return {
    ...rest,
    ...(dueDate !== stored.dueDate && { dueDate }),
    ...(drawDate !== stored.drawDate && { drawDate }),
    ...(publishAt !== stored.publishAt && { publishAt }),
  };
}

/** Rows that somebody else deleted meanwhile become new rows, because the organiser chose to save anyway. */
function asNewWhereGone(values: RaffleFormValues, stored: RaffleFormValues): RaffleFormValues {
  const known = new Set([...stored.prizes, ...stored.rules].map((row) => row.id));
  const revive = <Row extends { readonly id: string }>(row: Row): Row => (known.has(row.id) ? row : { ...row, id: "" });
  return { ...values, prizes: values.prizes.map(revive), rules: values.rules.map(revive) };
}

/** The fields where typed and stored values differ, as texts to show side by side. */
function differencesOf(typed: RaffleFormValues, stored: RaffleFormValues) {
  const [yours, theirs] = [asTexts(typed), asTexts(stored)];
  return (Object.keys(theirs) as (keyof RaffleFormValues)[])
    .filter((field) => yours[field] !== theirs[field])
    .map((field) => ({ field, yours: yours[field], stored: theirs[field] }));
}

function asTexts({ prizes, rules, ...texts }: RaffleFormValues): Record<keyof RaffleFormValues, string> {
  const line = (texts: Readonly<Record<string, string>>) => Object.values(texts).filter(Boolean).join(" · ");
  return {
    ...texts,
    prizes: prizes.map((row) => line({ ...pick(row, PRIZE_FIELD_NAMES), picture: "" })).join("\n"),
    rules: rules.map((row) => line(pick(row, RULE_FIELD_NAMES))).join("\n"),
  };
}
