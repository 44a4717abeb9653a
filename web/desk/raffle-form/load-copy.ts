import { redirectDocument } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { proveOnPage } from "../../requests/organiser.ts";
import type { PageRequest } from "../../requests/page-request.ts";
import { storedRaffleForm } from "../edit-raffle/raffle-edit.ts";
import { emptyRaffleForm, type RaffleFormValues } from "./read-raffle-form.ts";

/** The form of a new raffle that is filled in like another one. */
export type CopiedRaffle = {
  readonly codeId: string;
  readonly name: string;
  readonly values: RaffleFormValues;
};

/**
 * Fills the form like the raffle that the URL names, for its organiser: `from` is its code, `by` the access code or
 * the marker in the URLs of its desk.
 *
 * @returns null where the URL names none
 * @throws a redirect to where a code is typed, for somebody who may not organise that raffle
 */
export async function loadCopy(args: PageRequest): Promise<CopiedRaffle | null> {
  const { searchParams } = new URL(args.request.url);
  const from = searchParams.get("from");
  if (from === null) return null;
  const proof = await proveOnPage(args, { raffle: from, accessCode: searchParams.get("by") ?? "", exact: true });
  const { db, config } = args.context.get(siteContext);
  const raffle = proof.ok ? await findRaffle(db, proof.value.raffleId) : null;
  if (!raffle) {
    throw redirectDocument(`/open-desk/${encodeURIComponent(from)}?to=edit-raffle`);
  }
  const { language } = args.context.get(visitorContext);
  const suffix = translate(language, { key: "raffles:create.copySuffix" });
  return { codeId: raffle.codeId, name: raffle.name, values: copyOf(raffle, suffix, config.timeZone) };
}

/** All but what belongs to one raffle alone: its dates, its permit, its pictures, and the ids of its rows. */
function copyOf(raffle: PublicRaffle, suffix: string, timeZone: string): RaffleFormValues {
  const values = storedRaffleForm(raffle, timeZone);
  const { dueDate, drawDate, permitNumber, status, publishAt } = emptyRaffleForm();
  return {
    ...values,
    ...{ dueDate, drawDate, permitNumber, status, publishAt },
    name: `${raffle.name.slice(0, RAFFLE_FIELDS.name.maxLength - suffix.length - 1)} ${suffix}`,
    prizes: values.prizes.map((row) => ({ ...row, id: "", picture: "" })),
    rules: values.rules.map((row) => ({ ...row, id: "" })),
  };
}
