import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";

const JSON_TYPE = /^application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i;

/**
 * Reads a JSON body. Its size is bounded by the server before it comes here.
 *
 * @returns the parsed value, of any shape, or why it could not be read
 */
export async function readJson(
  request: Request,
): Promise<Outcome<unknown, Refusal<"body-invalid" | "media-type-unsupported">>> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) return refuse({ reason: "media-type-unsupported" });
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await request.arrayBuffer());
    return accept(JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return refuse({ reason: "body-invalid" });
    throw error;
  }
}
