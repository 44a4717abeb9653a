import { Resolver } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { Config } from "#src/config/config.ts";
import { isPrivateHost } from "#src/contact/private-host.ts";
import { NO_ANSWERS, type NoAnswer, targetFault } from "./rules.ts";

/** From the name to the answer's status. A receiver with much to do answers first. */
const TIMEOUT_MS = 10_000;
/** Of the answer only the status counts. */
const MAX_HEADER_BYTES = 8192;
/** How long a name server may take, and how often it is asked. */
const RESOLVER = { timeout: 2000, tries: 2 } as const;

/** Resolves a name to all its addresses; none if it is unknown. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export type PostOptions = {
  readonly targets: Config["webhookTargets"];
  /** For tests. */
  readonly resolve?: Resolve;
};

/** Sends a body to an endpoint. Returns the answer's status, or the word for why there was none. Never throws. */
export type Post = (
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
) => Promise<string>;

/**
 * Makes the function that sends. Each attempt is a new connection to an address that was resolved and checked for it,
 * so that no name can come to mean a machine of the site's own network. It follows no redirect and reads no answer's
 * body.
 */
export function createPost({ targets, resolve = resolveAll }: PostOptions): Post {
  const lookup = targets === "any" ? {} : { lookup: publicLookup(resolve) };
  return (url, { headers, body }, signal) => {
    // The operator may have become stricter since.
    if (targetFault(url, targets) !== null) return Promise.resolve("address-refused" satisfies NoAnswer);
    const answered = Promise.withResolvers<string>();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const send = url.startsWith("https:") ? https.request : http.request;
    const request = send(url, {
      ...lookup,
      method: "POST",
      agent: false,
      signal: AbortSignal.any([signal, timeout]),
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Tambiolo-Webhooks",
      },
    });
    request.on("response", (response) => {
      answered.resolve(String(response.statusCode));
      response.destroy();
    });
    request.on("error", (error) => answered.resolve(timeout.aborted ? "too-slow" : troubleOf(error)));
    // Also where the answer switches to another protocol.
    request.on("close", () => answered.resolve("no-answer" satisfies NoAnswer));
    request.end(body);
    return answered.promise;
  };
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

function faultOf(trouble: NoAnswer): NodeJS.ErrnoException {
  return Object.assign(new Error(trouble), { code: trouble });
}

function troubleOf({ code }: NodeJS.ErrnoException): NoAnswer {
  if (code === "ENOTFOUND") return "name-unknown";
  // Those of OpenSSL (CERT_HAS_EXPIRED, UNABLE_TO_VERIFY_LEAF_SIGNATURE) and of Node (ERR_TLS_CERT_ALTNAME_INVALID).
  if (code && /CERT|SIGNATURE/.test(code)) return "certificate-wrong";
  return NO_ANSWERS.find((trouble) => trouble === code) ?? "no-answer";
}
