import type { NewRow } from "./write.ts";

type Grant = Pick<NewRow, "entryId" | "ruleId" | "way" | "drops"> & { readonly id: string };

/** The row that takes back all of a grant. Its source is the grant, so that it is there once. */
export function withdrawalOf({ id, entryId, ruleId, way, drops }: Grant, reason: string): NewRow {
  return { entryId, ruleId, way, drops: -drops, sourceKey: `back ${id}`, withdraws: id, reason };
}
