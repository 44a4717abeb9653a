import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { readUpload } from "#src/entries/import/files/import-file.ts";
import { inSendersTurn, READ_IMPORT } from "#src/entries/import/senders.ts";
import { LIST_LENGTH, NAME_LIMITS } from "#src/entries/listed/limits.ts";
import { namesInLines, namesInText } from "#src/entries/listed/names.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";

/** A list as it was sent: pasted, or as a file, which counts where there are both. */
export type SentList = { readonly text: string; readonly file: Uint8Array | null };

/**
 * Reads the names of a list. A file is CSV or a workbook; both cost what an import costs.
 *
 * @returns the names; refusals: `invalid-fields`, at `list` or `names`, and those of the rate limit
 */
export async function readList(
  { limits, address, solution }: CountedVisitor,
  { text, file }: SentList,
): Promise<Outcome<readonly string[], Refusal<"invalid-fields"> | ChallengeRefusal>> {
  if (!file && text.length > LIST_LENGTH) {
    const fields = { names: [{ key: "namesTooMany" as const, params: { max: NAME_LIMITS.names } }] };
    return refuse({ reason: "invalid-fields", fields });
  }
  const admitted = await limits.admit({ policy: READ_IMPORT, address }, solution);
  if (!admitted.ok) return admitted;
  if (!file) return accept(namesInText(text));
  const read = await inSendersTurn(address, (sender) => readUpload(file, sender));
  if (read.ok) return accept(namesInLines(read.value.lines));
  const { csv = [] } = read.refusal.fields ?? {};
  return refuse({ reason: "invalid-fields", fields: { list: csv } });
}
