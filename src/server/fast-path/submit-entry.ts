import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { parseJson } from "#src/api/body.ts";
import { answerSubmission, pageCookies } from "#src/api/entries/entries.ts";
import { deviceOf } from "#src/entries/submit/entry-signals.ts";
import { requestIdOf } from "#src/http/incoming.ts";
import { problemAnswer } from "#src/http/problem.ts";
import { failureOf } from "#src/http/refusals.ts";
import type { Site } from "#src/http/site.ts";
import { submissionUrl } from "#src/http/submission-url.ts";
import { languageOf } from "#src/http/visitor-language.ts";
import { knownLanguage } from "#src/i18n/choice.ts";
import { clientAddress } from "../client-address.ts";
import { securityHeadersOfJson } from "../middleware/security-headers.ts";
import type { EarlyAnswer } from "./early-answer.ts";
import { VISITED_HOST } from "./host-name.ts";

/** An id or code that needs no decoding. */
const PLAIN_NAME = /^[\w-]{1,64}$/;

/** The only query that a program's entry may have here. */
const LANGUAGE_QUERY = /^(?:lang=([a-z]{2,3}))?$/;

/** A Content-Length below 100 kB, more than any entry needs. The middleware handles larger and undeclared bodies. */
const ENTRY_BYTES = /^\d{1,5}$/;

/**
 * Fast path for a crowd: an entry as JSON needs the middleware only for its headers. Skipping it saves the Request and
 * Response objects, which took some 40% of the time for an entry. The API handles the entry (`answerSubmission`). All
 * other requests, and unusual ones, take the ordinary path.
 */
export function entryFastPath(site: Site, log: Logger): EarlyAnswer {
  const { trustProxy, defaultLanguage: fallback } = site.config;
  const safe = securityHeadersOfJson(site.config);

  async function take(request: IncomingMessage, about: { idOrCode: string; host: string; lang: string | undefined }) {
    const { headers } = request;
    const visitor = {
      address: clientAddress(request, trustProxy),
      device: deviceOf(headers["user-agent"], headers["accept-language"]),
      language: languageOf({
        asked: knownLanguage(about.lang),
        cookies: headers.cookie,
        host: about.host,
        accepted: headers["accept-language"],
        fallback,
      }),
      page: pageCookies(headers),
    };
    const body = await parseJson(headers["content-type"], () => readBytes(request));
    return answerSubmission(site, visitor, { idOrCode: about.idOrCode, body });
  }

  async function answer(request: IncomingMessage, about: Parameters<typeof take>[1]) {
    const { status, headers, body } = await take(request, about).catch((error: unknown) => {
      const id = requestIdOf(request, site.config);
      log.error({ err: error, request: id, method: "POST" }, "API request failed");
      return problemAnswer(failureOf(error, site.presence), { "x-request-id": id });
    });
    const length = { "content-length": String(Buffer.byteLength(body)) };
    return { status, headers: { ...(await safe), ...headers, ...length }, body };
  }

  return (request) => {
    const { method, url = "", headers } = request;
    if (method !== "POST") return undefined;
    const { idOrCode = "", query = "" } = submissionUrl(url) ?? {};
    const asked = LANGUAGE_QUERY.exec(query);
    const host = VISITED_HOST.exec(headers.host ?? "")?.[1];
    if (!PLAIN_NAME.test(idOrCode) || !asked || host === undefined) return undefined;
    if (!ENTRY_BYTES.test(headers["content-length"] ?? "") || headers["transfer-encoding"] !== undefined)
      return undefined;
    return answer(request, { idOrCode, host, lang: asked[1] });
  };
}

/** The whole body; if the client disconnects, the bytes so far, since nobody reads that answer. */
function readBytes(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    for (const event of ["end", "close"]) request.on(event, () => resolve(joined(chunks)));
  });
}

/** Most entries come in one piece, which needs no copy. */
function joined(chunks: readonly Buffer[]): Uint8Array {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
