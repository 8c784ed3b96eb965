/** From where a key may be used. */
import ipaddr from "ipaddr.js";
import { parseAddress } from "../../kit/outbound/address.ts";

export interface AddressRange {
  /** The one way to write it: `192.0.2.0/24`. */
  readonly text: string;
  readonly base: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/** Reads an address or a CIDR range (RFC 4632); bits behind the prefix are cleared. Undefined for everything else. */
export function readRange(text: string): AddressRange | undefined {
  const [written = "", prefix, ...rest] = text.trim().split("/");
  const address = parseAddress(written);
  // A zone (RFC 4007) means something on one machine only.
  if (!address || rest.length > 0 || written.includes("%")) return undefined;
  const most = address.kind() === "ipv4" ? 32 : 128;
  if (prefix !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(prefix)) return undefined;
  const bits = prefix === undefined ? most : Number(prefix);
  // An IPv4 address in the clothes of IPv6 has been read as what it is; its prefix would count the clothes too.
  if (bits > most || (prefix !== undefined && most === 32 && written.includes(":"))) return undefined;
  const base = networkOf(address, bits);
  return { text: `${base.toString()}/${bits}`, base, bits };
}

/** Whether an address is in one of the ranges. Always true without ranges, except for text that is not an address. */
export function isAllowed(ranges: readonly AddressRange[], address: string): boolean {
  if (ranges.length === 0) return true;
  const parsed = parseAddress(address);
  return parsed !== undefined && ranges.some((range) => holds(range, parsed));
}

/** Whether everything in `inner` is in one of the ranges. */
export function isCovered(inner: AddressRange, ranges: readonly AddressRange[]): boolean {
  return ranges.some((range) => range.bits <= inner.bits && holds(range, inner.base));
}

function holds({ base, bits }: AddressRange, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const cidr = `${address.toString()}/${bits}`;
  return address.kind() === "ipv4"
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr);
}
