import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { verifyPassword as verifyFormer } from "better-auth/crypto";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";

/** OWASP's first choice of scrypt parameters. One hash takes 128 MiB. */
const COST = { ln: 17, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Each hash takes 128 MiB and one of the process's four threads, which pages and pictures also need. */
const MAX_CONCURRENT = 2;
/**
 * The most requests at once that hash or wait for it: so many are served within about 10 s. Beyond it, requests are
 * refused and asked to retry. Registrations, which any stranger can send, get half of the places. So however many come
 * at once, others still sign in.
 */
const PLACES = { all: 22, registrations: 11 } as const;
const COME_AGAIN_SECONDS = 15;

const OURS = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** The taken places. */
const taken = { all: 0, registrations: 0 };

let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password for storage: scrypt with its own salt. The hash includes the cost, so the cost can grow. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(key)}`;
}

/**
 * Whether a password matches its hash, made by us or earlier by the library. A wrong password for a library hash also
 * costs one of our hashes, so the response time does not reveal the account's age.
 */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, ln, r, p, salt = "", stored = ""] = OURS.exec(hash) ?? [];
  if (ln === undefined) {
    const isRight = await inTurn(() => verifyFormer({ hash, password }));
    if (!isRight) await derive(password, randomBytes(SALT_BYTES), COST);
    return isRight;
  }
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64"), cost), Buffer.from(stored, "base64"));
}

/** Whether a hash is the library's, or has another cost than today's. It is replaced at the next sign-in. */
export function isOutdated(hash: string): boolean {
  const [, ln, r, p] = OURS.exec(hash) ?? [];
  return Number(ln) !== COST.ln || Number(r) !== COST.r || Number(p) !== COST.p;
}

/**
 * Load shedding: runs a request that hashes passwords, or refuses with `site-busy` if all places are taken. A place is
 * taken with the check, so no burst of requests gets past it. Call it after all waiting that is not for a hash.
 *
 * @param who `anybody` for a registration, which gets one of fewer places
 */
export async function inHashQueue<Value, Refused extends Refusal<string>>(
  who: "anybody" | "holder",
  work: () => Promise<Outcome<Value, Refused>>,
): Promise<Outcome<Value, Refused | Refusal<"site-busy">>> {
  const kinds = who === "anybody" ? (["all", "registrations"] as const) : (["all"] as const);
  if (kinds.some((kind) => taken[kind] >= PLACES[kind])) return BUSY;
  for (const kind of kinds) taken[kind] += 1;
  try {
    return await work();
  } finally {
    for (const kind of kinds) taken[kind] -= 1;
  }
}

const BUSY = refuse({
  reason: "site-busy",
  fields: { form: [{ key: "passwordsBusy", params: { seconds: COME_AGAIN_SECONDS } }] },
} as const);

function derive(password: string, salt: Buffer, { ln, r, p }: { ln: number; r: number; p: number }): Promise<Buffer> {
  const N = 2 ** ln;
  // The memory that scrypt needs, plus a little that Node requires.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        // NFKC, because keyboards compose the same letters differently.
        scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // Passes the slot to the next in the queue, or frees it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
