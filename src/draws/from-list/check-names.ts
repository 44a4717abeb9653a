import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { NAME_LIMITS } from "#src/entries/listed/limits.ts";
import { isTooLong, type RepeatedName, repeatedNames, withoutRepeated } from "#src/entries/listed/names.ts";

/** What becomes of names that stand in a list more than once: each line is a ticket, or each name is one. */
export const REPEATED = ["undecided", "keep", "merge"] as const;
export type Repeated = (typeof REPEATED)[number];

export type CheckedNames = {
  /** The names that are drawn from, in their order. */
  readonly drawn: readonly string[];
  readonly repeated: readonly RepeatedName[];
};

export type NamesRefusal = Refusal<"invalid-fields">;

/**
 * Checks a list of names, and applies what was decided about those that stand in it more than once.
 *
 * @returns the names; refusal: `invalid-fields`, at `names` or, where nothing was decided, at `repeated`
 */
export function checkNames(names: readonly string[], decision: Repeated): Outcome<CheckedNames, NamesRefusal> {
  const long = names.findIndex(isTooLong);
  const fields: FieldMessages = {
    ...(names.length === 0 && { names: [{ key: "namesRequired" }] }),
    ...(names.length > NAME_LIMITS.names && { names: [{ key: "namesTooMany", params: { max: NAME_LIMITS.names } }] }),
    ...(long !== -1 && { names: [{ key: "nameTooLong", params: { place: long + 1, max: NAME_LIMITS.name } }] }),
  };
  if (Object.keys(fields).length > 0) return refuse({ reason: "invalid-fields", fields });
  const repeated = repeatedNames(names);
  if (repeated.length > 0 && decision === "undecided") {
    return refuse({ reason: "invalid-fields", fields: { repeated: [{ key: "namesRepeated" }] } });
  }
  return accept({ drawn: decision === "merge" ? withoutRepeated(names) : names, repeated });
}
