import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { problem } from "#src/api/problem.ts";
import { visitorLanguage } from "#src/api/visitor-language.ts";
import { IMPORT_LIMITS } from "#src/entries/import/limits.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/banner.ts";

// A raffle with 100 prizes and 100 rules of full length stays below; an entry is a few kilobytes.
const MAX_BODY_BYTES = 512 * 1024;

/** The only bodies with a file in them, and beside it what any form may hold: a picture, and a list of entries. */
const UPLOADS = [
  { path: /^\/create-raffle(\.data)?$/, bytes: MAX_BANNER_BYTES },
  { path: /^\/edit-raffle\/[^/]+\/[^/]+$/, bytes: MAX_BANNER_BYTES },
  { path: /^\/import-entries\/[^/]+\/[^/]+$/, bytes: IMPORT_LIMITS.bytes },
];

const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** Refuses a body that is larger than anything the product takes, before it is in memory. */
export function bodyLimits(): MiddlewareHandler {
  const ordinary = limitOf(MAX_BODY_BYTES);
  const uploads = UPLOADS.map(({ path, bytes }) => ({ path, limit: limitOf(bytes + MAX_BODY_BYTES) }));
  return (c, next) => {
    const isUpload = /^multipart\/form-data\b/i.test(c.req.header("content-type") ?? "");
    const upload = isUpload ? uploads.find(({ path }) => path.test(c.req.path)) : undefined;
    return (upload?.limit ?? ordinary)(c, next);
  };
}

function limitOf(maxSize: number): MiddlewareHandler {
  return bodyLimit({ maxSize, onError: tooLarge });
}

async function tooLarge(c: Context): Promise<Response> {
  await discard(c.req.raw.body);
  if (c.req.path.startsWith("/api/")) return problem({ reason: "body-too-large" });
  return c.text(sentence(visitorLanguage(c), { key: "bodyTooLarge" }), 413);
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
