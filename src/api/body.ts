import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";

const JSON_TYPE = /^application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i;

const decoder = new TextDecoder("utf-8", { fatal: true });

export type BodyRefusal = Refusal<"body-invalid" | "media-type-unsupported">;

/**
 * Reads a JSON body. Its size is bounded by the server before it comes here.
 *
 * @param type its Content-Type, from whoever has it at hand: asking a request for its headers makes all of them
 * @returns the parsed value, of any shape, or why it could not be read
 */
export async function readJson(
  request: Request,
  type: string | null | undefined = request.headers.get("content-type"),
): Promise<Outcome<unknown, BodyRefusal>> {
  if (!JSON_TYPE.test(type ?? "")) return refuse({ reason: "media-type-unsupported" });
  try {
    return accept(JSON.parse(decoder.decode(await request.arrayBuffer())) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return refuse({ reason: "body-invalid" });
    throw error;
  }
}
