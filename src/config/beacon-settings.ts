import { z } from "zod";
import { isLoopback } from "./loopback.ts";

/** Relays of drand's public network (https://docs.drand.love/dev-guide/API%20Documentation/HTTP%20API). */
export const PUBLIC_RELAYS = [
  "https://api.drand.sh",
  "https://api2.drand.sh",
  "https://api3.drand.sh",
  "https://drand.cloudflare.com",
].join(",");

const EXAMPLE =
  "must be addresses of drand relays with commas between them, by https, for example BEACON_URLS=https://api.drand.sh,https://drand.cloudflare.com";

/** A zod schema that parses BEACON_URLS: at least one relay, each without a slash at the end. */
export const beaconRelays = z.string().transform((text, context): readonly string[] => {
  const relays = text.split(",").map((part) => relayOf(part.trim()));
  if (relays.every((relay) => relay !== undefined)) return relays;
  context.addIssue({ code: "custom", message: EXAMPLE });
  return z.NEVER;
});

/** More witnesses than this prove no more. */
const MAX_WITNESSES = 16;

const WITNESS_EXAMPLE = `must be up to ${MAX_WITNESSES} addresses of other sites with commas between them, by https, for example WITNESSES=https://raffles.example.org`;

/** A zod schema that parses WITNESSES: addresses without a slash at the end, or none. */
export const witnessAddresses = z.string().transform((text, context): readonly string[] => {
  const written = text.split(",").filter((part) => part.trim() !== "");
  const addresses = written.map((part) => relayOf(part.trim()));
  if (addresses.length <= MAX_WITNESSES && addresses.every((address) => address !== undefined)) return addresses;
  context.addIssue({ code: "custom", message: WITNESS_EXAMPLE });
  return z.NEVER;
});

function relayOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.search || url.hash || url.username || url.password) return undefined;
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return isSafe ? url.href.replace(/\/$/, "") : undefined;
}
