import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { problem } from "#src/api/problem.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/banner.ts";

// A raffle with 100 prizes and 100 rules of full length stays below; an entry is a few kilobytes.
const MAX_BODY_BYTES = 512 * 1024;

// The only body with a file in it: the picture, and beside it what any form may hold.
const UPLOAD_PATHS: ReadonlySet<string> = new Set(["/create-raffle", "/create-raffle.data"]);
const MAX_UPLOAD_BYTES = MAX_BANNER_BYTES + MAX_BODY_BYTES;

const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** Refuses a body that is larger than anything the product takes, before it is in memory. */
export function bodyLimits(): MiddlewareHandler {
  const ordinary = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });
  const upload = bodyLimit({ maxSize: MAX_UPLOAD_BYTES, onError: tooLarge });
  return (c, next) => {
    const isUpload =
      UPLOAD_PATHS.has(c.req.path) && /^multipart\/form-data\b/i.test(c.req.header("content-type") ?? "");
    return (isUpload ? upload : ordinary)(c, next);
  };
}

async function tooLarge(c: Context): Promise<Response> {
  await discard(c.req.raw.body);
  if (c.req.path.startsWith("/api/")) return problem({ reason: "body-too-large" });
  return c.text(sentence("en", { key: "bodyTooLarge" }), 413);
}

/**
 * Reads on and keeps nothing: whoever is still sending when the connection closes sees it break, and never the answer.
 * A body beyond all measure has its connection broken all the same.
 */
async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > MAX_DISCARDED_BYTES) return;
    }
  } catch {
    // The sender has left: nobody waits for the answer.
  }
}
