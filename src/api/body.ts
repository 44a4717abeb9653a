import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";

const JSON_TYPE = /^application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i;

const decoder = new TextDecoder("utf-8", { fatal: true });

export type BodyRefusal = Refusal<"body-invalid" | "media-type-unsupported">;

/**
 * Reads a JSON body. Its size is bounded by the server before it comes here.
 *
 * @returns the parsed value, of any shape, or why it could not be read
 */
export function readJson(request: Request): Promise<Outcome<unknown, BodyRefusal>> {
  return parseJson(request.headers.get("content-type"), () => request.arrayBuffer());
}

/**
 * Reads a JSON body from wherever it is.
 *
 * @param type its Content-Type
 * @param read asked for its bytes where that is JSON
 * @returns as `readJson` does
 */
export async function parseJson(
  type: string | null | undefined,
  read: () => Promise<ArrayBuffer | Uint8Array>,
): Promise<Outcome<unknown, BodyRefusal>> {
  if (!JSON_TYPE.test(type ?? "")) return refuse({ reason: "media-type-unsupported" });
  try {
    return accept(JSON.parse(decoder.decode(await read())) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return refuse({ reason: "body-invalid" });
    throw error;
  }
}
