import { readAtMost, whyNoAnswer } from "#src/base/fetch/answer.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

/** Whatever a site answers is read up to this size at once; a list is stored in a file instead. */
const MAX_ANSWER = 32 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** Reads public files of one site. Refusals are texts for a person. */
export type SiteReader = {
  bytes(path: string): Promise<Outcome<Uint8Array, string>>;
  stream(path: string): Promise<Outcome<ReadableStream<Uint8Array>, string>>;
};

/** @param site scheme, host and port */
export function siteReader(site: string): SiteReader {
  const stream: SiteReader["stream"] = async (path) => {
    try {
      const answer = await fetch(new URL(path, site), { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
      return answer.ok && answer.body ? accept(answer.body) : refuse(`${site}${path} answers ${answer.status}.`);
    } catch (error) {
      return refuse(`${site}${path} cannot be read: ${whyNoAnswer(error)}.`);
    }
  };
  return {
    stream,
    async bytes(path) {
      const body = await stream(path);
      if (!body.ok) return body;
      const bytes = await readAtMost(MAX_ANSWER, body.value);
      return bytes ? accept(bytes) : refuse(`${site}${path} is longer than ${MAX_ANSWER} bytes.`);
    },
  };
}
