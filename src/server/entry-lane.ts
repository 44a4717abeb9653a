import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { parseJson } from "#src/api/body.ts";
import { answerSubmission } from "#src/api/entries.ts";
import { problemAnswer } from "#src/api/problem.ts";
import type { Site } from "#src/api/site.ts";
import { languageOf } from "#src/api/visitor-language.ts";
import { knownLanguage } from "#src/i18n/choice.ts";
import { clientAddress } from "./client-address.ts";
import type { EarlyAnswer } from "./early-answer.ts";
import { safeHeadersOfData } from "./middleware/safe-headers/safe-headers.ts";
import { VISITED_HOST } from "./visited-host.ts";

const SUBMISSION = /^\/api\/raffles\/([\w-]{1,64})\/entries(?:\?lang=([a-z]{2,3}))?$/;

/** A body that says its length, and is no larger than any entry: what is more, the middleware looks at. */
const ENTRY_BYTES = /^\d{1,5}$/;

/**
 * The way of the crowd: an entry as JSON needs no middleware but their headers, and without them its request and its
 * answer are never made into what they pass around, which took some 40% of the time for an entry. What happens to it is
 * the API's (`answerSubmission`); whatever looks unusual, and every other request, goes there by the ordinary way.
 */
export function entryLane(site: Site, log: Logger): EarlyAnswer {
  const { origin, trustProxy } = site.config;
  const safe = safeHeadersOfData(origin);

  async function take(request: IncomingMessage, about: { idOrCode: string; host: string; lang?: string }) {
    const { headers } = request;
    const visitor = {
      address: clientAddress(request, trustProxy),
      language: languageOf({
        asked: knownLanguage(about.lang),
        cookies: headers.cookie,
        host: about.host,
        accepted: headers["accept-language"],
      }),
    };
    const body = await parseJson(headers["content-type"], () => readBytes(request));
    return answerSubmission(site, visitor, { idOrCode: about.idOrCode, body });
  }

  async function answer(request: IncomingMessage, about: Parameters<typeof take>[1]) {
    const { status, headers, body } = await take(request, about).catch((error: unknown) => {
      log.error({ err: error, method: "POST" }, "API request failed");
      return problemAnswer({ reason: "failed" });
    });
    const length = { "content-length": String(Buffer.byteLength(body)) };
    return { status, headers: { ...(await safe), ...headers, ...length }, body };
  }

  return (request) => {
    const { method, url = "", headers } = request;
    if (method !== "POST") return undefined;
    const [, idOrCode, lang] = SUBMISSION.exec(url) ?? [];
    const host = VISITED_HOST.exec(headers.host ?? "")?.[1];
    if (idOrCode === undefined || host === undefined) return undefined;
    if (!ENTRY_BYTES.test(headers["content-length"] ?? "") || headers["transfer-encoding"] !== undefined)
      return undefined;
    return answer(request, { idOrCode, host, ...(lang !== undefined && { lang }) });
  };
}

/** All of a body; what came of one whose sender went away, which nobody reads the answer to. */
function readBytes(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    for (const event of ["end", "close"]) request.on(event, () => resolve(Buffer.concat(chunks)));
  });
}
