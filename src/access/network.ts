import { isIP, isIPv4 } from "node:net";

/**
 * By what an address is counted: IPv4 as it is, IPv6 by its first 64 bits, because one customer is given that many
 * addresses and more (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const mapped = plain.replace(/^::ffff:/, "");
  if (isIPv4(mapped)) return mapped;
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":").length + Number(tail.includes(".")) : 0;
  const zeros = tail === undefined ? 0 : 8 - groups.length - after;
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
