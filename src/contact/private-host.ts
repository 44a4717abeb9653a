/** Names of a local network or machine, which no registry has (RFC 6761, 6762 and 8375 among others). */
const PRIVATE_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$|^[^.]+$/;

/** Non-public IPv4 networks as [address, prefix bits], from IANA's special-purpose address registry. */
const PRIVATE_NETWORKS = [
  [0x00_00_00_00, 8],
  [0x0a_00_00_00, 8],
  [0x64_40_00_00, 10],
  [0x7f_00_00_00, 8],
  [0xa9_fe_00_00, 16],
  [0xac_10_00_00, 12],
  [0xc0_00_00_00, 24],
  [0xc0_a8_00_00, 16],
  [0xc6_12_00_00, 15],
  [0xe0_00_00_00, 3],
] as const;

/**
 * Whether a host is not public. A browser would contact its own machine, its router or a neighbour there.
 *
 * @param hostname from the URL parser, which writes every IPv4 address as four decimal numbers
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  if (/^\d+(\.\d+){3}$/.test(host)) return isPrivateIpv4(host);
  return host.startsWith("[") ? isPrivateIpv6(host) : PRIVATE_NAME.test(host);
}

function isPrivateIpv4(host: string): boolean {
  const address = host.split(".").reduce((bits, part) => bits * 256 + Number(part), 0);
  return PRIVATE_NETWORKS.some(([network, bits]) => {
    const size = 2 ** (32 - bits);
    return address >= network && address < network + size;
  });
}

/** Only global unicast (2000::/3) is public, except 6to4 (2002::/16) and Teredo (2001::/32), which embed IPv4. */
function isPrivateIpv6(host: string): boolean {
  const [first = 0, second = 0] = host
    .slice(1)
    .split(":")
    .map((group) => Number.parseInt(group, 16) || 0);
  return first < 0x2000 || first > 0x3fff || first === 0x2002 || (first === 0x2001 && second === 0);
}
