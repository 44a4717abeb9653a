import { isIPv4, isIPv6 } from "node:net";

/** A network that attempts are counted by, wider than a single customer's. */
export type WiderNetwork = { readonly network: string; readonly size: keyof typeof WIDER };

/**
 * How many times the limit of a single network a wider one gets. Many households get a /56. A company, or a single
 * tunnel user, gets a /48. An IPv4 /24 may belong to a carrier with a town behind each address.
 */
const WIDER = { "/56": 4, "/48": 16, "/24": 16 } as const;

/**
 * The key that an address is counted by: the whole IPv4 address, or the first 64 bits of IPv6. One customer gets at
 * least a /64 (RFC 6177). Ignores the ports and brackets that some proxies add. Reads IPv4-mapped IPv6 as IPv4.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  return typeof read === "string" ? read : prefixOf(read, 4, 64);
}

/** The wider networks that contain an address. One person may hold many narrow networks inside them. */
export function widerNetworksOf(address: string): WiderNetwork[] {
  const read = readAddress(address);
  if (typeof read !== "string") {
    const [first = 0, second = 0, third = 0, fourth = 0] = read;
    return [
      { network: prefixOf([first, second, third, fourth & 0xff00], 4, 56), size: "/56" },
      { network: prefixOf(read, 3, 48), size: "/48" },
    ];
  }
  if (!isIPv4(read)) return [];
  return [{ network: `${read.split(".").slice(0, 3).join(".")}.0/24`, size: "/24" }];
}

/** The widest network that contains an address: who holds one of its narrow networks may hold them all. */
export function widestOf(address: string): WiderNetwork | undefined {
  return widerNetworksOf(address).at(-1);
}

/** The key of the widest network, or what `networkOf` returns for text that is no address. */
export function widestNetworkOf(address: string): string {
  return widestOf(address)?.network ?? networkOf(address);
}

/** How many times the limit of a single network this one gets. */
export function timesOf({ size }: WiderNetwork): number {
  return WIDER[size];
}

/** Reads IPv6 as its eight groups. Returns IPv4, and anything that is no address, as text. */
function readAddress(address: string): string | readonly number[] {
  // Most are, and an entry asks twice.
  if (isIPv4(address)) return address;
  // A proxy may pass on what a client sent. No address is longer, with brackets, zone and port.
  const text = address.slice(0, 100).trim().toLowerCase();
  const bracketed = /^\[([^\]]*)\](:\d*)?$/.exec(text)?.[1] ?? text;
  const [unzoned = ""] = bracketed.split("%");
  const plain = unzoned.replace(/^(\d+\.\d+\.\d+\.\d+):\d*$/, "$1");
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

function groupsOf(plain: string): number[] {
  const dotted = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(plain);
  const [, a, b, c, d] = dotted?.map(Number) ?? [];
  const hex = (high = 0, low = 0) => ((high << 8) | low).toString(16);
  const even = dotted ? `${plain.slice(0, dotted.index)}${hex(a, b)}:${hex(c, d)}` : plain;
  const [head = [], tail] = even.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const after = tail ?? [];
  const zeros = Array<string>(tail === undefined ? 0 : 8 - head.length - after.length).fill("0");
  return [...head, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

function prefixOf(groups: readonly number[], length: number, bits: number): string {
  const shown = groups.slice(0, length).map((group) => group.toString(16));
  return `${shown.join(":")}::/${bits}`;
}
