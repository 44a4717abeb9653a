import { z } from "zod";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Language } from "./languages.ts";

const FEATURES = "must be a list of texts";

const plan = z.strictObject({
  name: z.string("must be a text").trim().min(1, "must not be empty"),
  price: z.number("must be a number").min(0, "must be 0 or more"),
  desc: z.string("must be a text"),
  features: z.array(z.string(FEATURES), FEATURES),
  isMostPop: z.boolean("must be true or false").default(false),
});

const list = z.array(plan, "must be a list of plans").min(1, "must have a plan");

/** Of each language a list. One that is missing is shown in English. */
const lists = z.strictObject(
  { en: list, de: list.optional(), fil: list.optional() },
  {
    error: ({ code }) =>
      code === "unrecognized_keys" ? undefined : "must be a list of plans, or one for each language",
  },
);

/** A plan that an organiser can book: name, monthly price in the site's currency (0 is free), what it includes. */
export type Plan = Readonly<z.output<typeof plan>>;

/** The operator's plans, in the order of the pricing page. */
export type Plans = Readonly<Record<Language, readonly Plan[]>>;

/**
 * Reads the plans of an operator's file.
 *
 * @param parsed its JSON: one list for everybody, or a list for each language
 * @returns the plans in every language; or a line for the operator that says where the file is wrong
 */
export function readPlans(parsed: unknown): Outcome<Plans, string> {
  const read = lists.safeParse(Array.isArray(parsed) ? { en: parsed } : parsed);
  if (read.success) {
    const { en, de = en, fil = en } = read.data;
    return accept({ en, de, fil });
  }
  return refuse(read.error.issues.map(({ path, message }) => [...path, message].join(" ")).join("; "));
}
