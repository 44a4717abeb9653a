import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { problem } from "#src/http/problem.ts";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import type { Upload, UploadRoom } from "./upload-room.ts";

// Limits API bodies, in bytes. A raffle with 100 prizes and 100 rules of full length fits; an entry is a few kilobytes.
const MAX_BODY_BYTES = 512 * 1024;

/** Limits forms except the raffle's, in bytes, since parsing takes time. The longest, news in three languages, fits. */
const MAX_FORM_BYTES = 128 * 1024;

const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
/** In seconds: by then another visitor's upload is done. */
const COME_AGAIN = { "retry-after": "5" };

const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
const MULTIPART = /^multipart\/form-data\b/i;

type UploadOptions = {
  /** The address whose networks' shares a request's files count against. */
  readonly addressOf: (c: Context) => string;
  /** The bytes of the largest file that the requested page takes; undefined if it takes none. */
  readonly maxUploadOf: (c: Context) => number | undefined;
  readonly room: UploadRoom;
  readonly uploadOf: (c: Context) => Upload;
  /** The language of who says none. */
  readonly fallback: Language;
};

/**
 * Refuses a body larger than any valid one with 413, before it is in memory. Files wait for room; without room in time
 * the answer is 503 with Retry-After.
 */
export function bodyLimits({ addressOf, maxUploadOf, room, uploadOf, fallback }: UploadOptions): MiddlewareHandler {
  const limitOf = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => tooLarge(c, fallback) });
  const ofPrograms = limitOf(MAX_BODY_BYTES);
  const ofForms = limitOf(MAX_FORM_BYTES);
  return async (c, next) => {
    const type = c.req.header("content-type") ?? "";
    const maxUpload = MULTIPART.test(type) ? maxUploadOf(c) : undefined;
    if (!FORM.test(type)) return ofPrograms(c, next);
    if (maxUpload === undefined) return ofForms(c, () => readToEnd(c, next));
    // The other fields come on top of the file: 100 prizes and 100 rules of full length are 340 KB of plain letters.
    const most = maxUpload + MAX_BODY_BYTES;
    const declared = Number(c.req.header("content-length") ?? most);
    const bytes = Number.isFinite(declared) ? Math.min(declared, most) : most;
    // A raffle without a picture needs no room and does not wait.
    const leave = bytes <= MAX_BODY_BYTES ? () => undefined : await room.enter(addressOf(c), bytes, uploadOf(c));
    if (!leave) return c.text(translate(visitorLanguage(c, fallback), { key: "uploadsBusy" }), 503, COME_AGAIN);
    try {
      return await limitOf(most)(c, () => readToEnd(c, next));
    } finally {
      leave();
    }
  };
}

/** A page can refuse before it reads the form. The connection answers no further request until the body is read. */
async function readToEnd(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  await discard(c.req.raw.body);
}

async function tooLarge(c: Context, fallback: Language): Promise<Response> {
  await discard(c.req.raw.body);
  if (c.req.path.startsWith("/api/")) return problem({ reason: "body-too-large" });
  return c.text(translate(visitorLanguage(c, fallback), { key: "bodyTooLarge" }), 413);
}

/**
 * Reads the rest of the body and discards it. A client that still sends when the connection closes would see a broken
 * connection instead of the answer. Beyond MAX_DISCARDED_BYTES the connection breaks anyway.
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
    // The client has disconnected: nobody waits for the answer.
  }
}
