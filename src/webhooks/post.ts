import { Resolver } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { readAtMost } from "#src/base/fetch/answer.ts";
import type { Config } from "#src/config/config.ts";
import { isPrivateHost } from "#src/contact/private-host.ts";
import { NO_ANSWERS, type NoAnswer, targetFault } from "./rules.ts";

/** From the name to the answer's status. A receiver with much to do answers first. */
const TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 8192;
/** Of the answer to a challenge: far longer than the challenge, so that an echo may have other fields too. */
const MAX_ECHO_BYTES = 4096;
/** How long a name server may take, and how often it is asked. */
const RESOLVER = { timeout: 2000, tries: 2 } as const;

/** Resolves a name to all its addresses; none if it is unknown. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export type PostOptions = {
  readonly targets: Config["webhookTargets"];
  /** For tests. */
  readonly resolve?: Resolve;
};

type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: string | Uint8Array };

/** Sends a body to an endpoint. Returns the answer's status, or the word for why there was none. Never throws. */
export type Post = (url: string, message: Message, signal: AbortSignal) => Promise<string>;

type Answer = { readonly answer: string; readonly body: string };

/** Like Post, but reads the answer's body too; it is empty where it is longer than MAX_ECHO_BYTES. Never throws. */
export type PostChallenge = (url: string, message: Message, signal: AbortSignal) => Promise<Answer>;

/**
 * Makes the function that sends. Each attempt is a new connection to an address that was resolved and checked for it,
 * so that no name can come to mean a machine of the site's own network. It follows no redirect and reads no answer's
 * body.
 */
export function createPost(options: PostOptions): Post {
  const send = createSend(options, async () => "");
  return async (url, message, signal) => (await send(url, message, signal)).answer;
}

/** Makes the function that sends a challenge, under the same limits as createPost. */
export function createPostChallenge(options: PostOptions): PostChallenge {
  return createSend(options, readShort);
}

type ReadBody = (response: IncomingMessage) => Promise<string>;

function createSend({ targets, resolve = resolveAll }: PostOptions, readBody: ReadBody): PostChallenge {
  const lookup = targets === "any" ? {} : { lookup: publicLookup(resolve) };
  return (url, { headers, body }, signal) => {
    // The operator may have become stricter since.
    if (targetFault(url, targets) !== null) return Promise.resolve(unanswered("address-refused"));
    const answered = Promise.withResolvers<Answer>();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const send = url.startsWith("https:") ? https.request : http.request;
    const request = send(url, {
      ...lookup,
      method: "POST",
      agent: false,
      signal: AbortSignal.any([signal, timeout]),
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        "content-type": "application/json",
        ...lowerCased(headers),
        "content-length": Buffer.byteLength(body),
        "user-agent": "Tambiolo-Webhooks",
      },
    });
    let hasAnswer = false;
    const fail = (error: Error) => answered.resolve(unanswered(timeout.aborted ? "too-slow" : reasonOf(error)));
    request.on("response", (response) => {
      hasAnswer = true;
      readBody(response).then((read) => {
        answered.resolve({ answer: String(response.statusCode), body: read });
        response.destroy();
      }, fail);
    });
    request.on("error", fail);
    // Also where the answer switches to another protocol.
    request.on("close", () => {
      if (!hasAnswer) answered.resolve(unanswered("no-answer"));
    });
    request.end(body);
    return answered.promise;
  };
}

function lowerCased(headers: Message["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function unanswered(answer: NoAnswer): Answer {
  return { answer, body: "" };
}

/** Reads an answer's body, or nothing of a long one. It throws where the connection ends before it. */
async function readShort(response: IncomingMessage): Promise<string> {
  return (await readAtMost(MAX_ECHO_BYTES, response))?.toString() ?? "";
}

/**
 * Resolves a name once, and refuses it where any of its addresses is not public. The connection uses these addresses.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
        const [first] = addresses;
        if (!first) return done(faultOf("name-unknown"), []);
        if (addresses.some(isPrivate)) return done(faultOf("address-refused"), []);
        return options.all ? done(null, addresses) : done(null, first.address, first.family);
      },
      () => done(faultOf("name-unknown"), []),
    );
  };
}

function isPrivate({ address, family }: { readonly address: string; readonly family: number }): boolean {
  return isPrivateHost(family === 6 ? `[${address}]` : address);
}

/** Asks name servers by itself: the system's resolver holds one of few threads while a foreign name server is slow. */
async function resolveAll(name: string): Promise<readonly string[]> {
  const resolver = new Resolver(RESOLVER);
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}

function faultOf(reason: NoAnswer): NodeJS.ErrnoException {
  return Object.assign(new Error(reason), { code: reason });
}

function reasonOf({ code }: NodeJS.ErrnoException): NoAnswer {
  if (code === "ENOTFOUND") return "name-unknown";
  // Those of OpenSSL (CERT_HAS_EXPIRED, UNABLE_TO_VERIFY_LEAF_SIGNATURE) and of Node (ERR_TLS_CERT_ALTNAME_INVALID).
  if (code && /CERT|SIGNATURE/.test(code)) return "certificate-wrong";
  return NO_ANSWERS.find((reason) => reason === code) ?? "no-answer";
}
