import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";

const JSON_TYPE = /^application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i;

const decoder = new TextDecoder("utf-8", { fatal: true });

export type BodyRefusal = Refusal<"body-invalid" | "media-type-unsupported">;

/**
 * Reads a JSON body. The middleware has already limited its size.
 *
 * @returns the parsed value, of any shape; refusals: `media-type-unsupported`, `body-invalid`
 */
export function readJson(request: Request): Promise<Outcome<unknown, BodyRefusal>> {
  return parseJson(request.headers.get("content-type"), () => request.arrayBuffer());
}

/** The solution of a puzzle, from the body's field `altcha` or the header `x-altcha`. */
export function solutionIn(request: Request, body: unknown): unknown {
  const inBody = typeof body === "object" && body !== null && "altcha" in body ? body.altcha : undefined;
  return inBody ?? request.headers.get("x-altcha");
}

/**
 * Reads a JSON body from any source.
 *
 * @param type its Content-Type
 * @param read reads its bytes; called only if the type is JSON
 * @returns the same as `readJson`
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
