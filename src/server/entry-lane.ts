import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import { readJson } from "#src/api/body.ts";
import { answerSubmission } from "#src/api/entries.ts";
import { type Answer, problemAnswer, toResponse } from "#src/api/problem.ts";
import type { Site } from "#src/api/site.ts";
import { languageOf } from "#src/api/visitor-language.ts";
import { knownLanguage } from "#src/i18n/choice.ts";
import { clientAddress } from "./client-address.ts";
import { safeHeadersOfData } from "./middleware/safe-headers/safe-headers.ts";
import { VISITED_HOST } from "./visited-host.ts";

const SUBMISSION = /^\/api\/raffles\/([\w-]{1,64})\/entries(?:\?lang=([a-z]{2,3}))?$/;

/** A body that says its length, and is no larger than any entry: what is more, the middleware looks at. */
const ENTRY_BYTES = /^\d{1,5}$/;

/** Takes a request that sends an entry; undefined for all others. */
export type EntryLane = (request: Request, env: HttpBindings) => Promise<Response> | undefined;

/**
 * The way of the crowd: an entry as JSON needs no middleware but their headers, and without them its request and its
 * answer are never made into what they pass around, which took some 40% of the time for an entry. What happens to it is
 * the API's (`answerSubmission`); whatever looks unusual goes there by the ordinary way.
 */
export function entryLane(site: Site, log: Logger): EntryLane {
  const { origin, trustProxy } = site.config;
  const safe = safeHeadersOfData(origin);

  async function take(request: Request, env: HttpBindings, about: { idOrCode: string; host: string; lang?: string }) {
    const { headers } = env.incoming;
    const visitor = {
      address: clientAddress(env.incoming, trustProxy),
      language: languageOf({
        asked: knownLanguage(about.lang),
        cookies: headers.cookie,
        host: about.host,
        accepted: headers["accept-language"],
      }),
    };
    const body = await readJson(request, headers["content-type"]);
    return answerSubmission(site, visitor, { idOrCode: about.idOrCode, body });
  }

  const failed = (error: unknown): Answer => {
    log.error({ err: error, method: "POST" }, "API request failed");
    return problemAnswer({ reason: "failed" });
  };

  return (request, env) => {
    const { method, url = "", headers } = env.incoming;
    if (method !== "POST") return undefined;
    const [, idOrCode, lang] = SUBMISSION.exec(url) ?? [];
    const host = VISITED_HOST.exec(headers.host ?? "")?.[1];
    if (idOrCode === undefined || host === undefined) return undefined;
    if (!ENTRY_BYTES.test(headers["content-length"] ?? "") || headers["transfer-encoding"] !== undefined)
      return undefined;
    return take(request, env, { idOrCode, host, ...(lang !== undefined && { lang }) })
      .catch(failed)
      .then(async (answer) => toResponse({ ...answer, headers: { ...(await safe), ...answer.headers } }));
  };
}
