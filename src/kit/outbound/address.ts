/**
 * Sorts IP addresses by who may be behind them. The rule is "known to be public", never "not known to be private": an
 * address that is missing in the tables of ipaddr.js (from the IANA special-purpose registries) is refused too.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * `public`: on the open Internet. `private`: a network of the operator's own (loopback, RFC 1918, RFC 4193, RFC 6598).
 * `special`: anything else that is not public, such as link-local, multicast and documentation addresses.
 * `metadata`: where clouds hand a machine its credentials; no request that a user can steer may go there.
 */
export type AddressKind = "public" | "private" | "special" | "metadata";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** AWS, Azure, GCP and others; AWS containers; Azure's wire server; Alibaba; Oracle; AWS and GCP over IPv6. */
const METADATA = new Set(
  [
    "169.254.169.254",
    "169.254.170.2",
    "169.254.170.23",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
);

const PRIVATE_RANGES = new Set(["private", "loopback", "uniqueLocal", "carrierGradeNat"]);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
const NAT64_WELL_KNOWN = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Reads an address in the one canonical family of spellings (dotted decimal, RFC 4291); undefined for all else.
 * An IPv4-mapped address (::ffff:a.b.c.d) and a NAT64 one (64:ff9b::a.b.c.d, RFC 6052) is read as the IPv4 address
 * that it leads to.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined;
  const address = ipaddr.parse(isIP(text) === 6 ? inHex(text) : text);
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(NAT64_WELL_KNOWN)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

/** Says who may be behind an address. IPv4-compatible, 6to4 and Teredo addresses are special whatever they hold. */
export function addressKind(address: Address): AddressKind {
  if (METADATA.has(address.toNormalizedString())) return "metadata";
  const range = address.range();
  if (PRIVATE_RANGES.has(range)) return "private";
  if (range !== "unicast") return "special";
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST) ? "public" : "special";
}

/**
 * Without a zone (fe80::1%eth0) and without dotted parts: ipaddr.js reads the IPv4-compatible ::8.8.8.8 as
 * ::ffff:8.8.8.8, which is another address.
 */
function inHex(text: string): string {
  const [withoutZone = ""] = text.split("%", 1);
  return new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
}
