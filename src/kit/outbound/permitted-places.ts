/** Places that an operator opens to outbound requests besides the public Internet: networks, and hosts by name. */
import ipaddr from "ipaddr.js";
import { UserError } from "../errors/user-error.ts";
import { addressKind, parseAddress, type Address } from "./address.ts";
import { portOf } from "./port-of.ts";

export interface PermittedPlaces {
  /** Whether an answer of the resolver for this URL's host may be connected to. */
  permits(url: URL, address: Address): boolean;
  /** Whether plain http could be acceptable for this URL, before its host is resolved. */
  mayPermitHttp(url: URL): boolean;
  /** Whether plain http is acceptable for this URL, whose host has these addresses. */
  permitsHttp(url: URL, addresses: readonly Address[]): boolean;
}

/**
 * Reads the entries of `allowPrivate`. Each is one of
 * - a network or an address: `10.0.0.0/8`, `127.0.0.1`, `fd12::/16`: reachable under any name and at any port;
 * - a host: `npm.example.com`, at every port, or `npm.example.com:8443`, `127.0.0.1:4873`, `[::1]:4873`, at that port
 *   only. A host may be private or loopback; link-local and other special addresses need an entry for their network.
 *
 * Plain http is acceptable for all of them. Addresses where clouds keep credentials are never reachable.
 *
 * @throws UserError when an entry is none of these.
 */
export function parsePermittedPlaces(entries: readonly string[]): PermittedPlaces {
  const networks: [Address, number][] = [];
  const hosts = new Set<string>();
  for (const entry of entries) {
    const network = parseNetwork(entry);
    if (network) networks.push(network);
    else hosts.add(parseHost(entry));
  }
  const namesHost = (url: URL): boolean => {
    const name = url.hostname.replace(/\.$/, "");
    return hosts.has(name) || hosts.has(`${name}:${portOf(url)}`);
  };
  const inNetwork = (address: Address): boolean =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  return {
    permits(url, address) {
      const kind = addressKind(address);
      if (kind === "metadata") return false;
      return kind === "public" || inNetwork(address) || (kind === "private" && namesHost(url));
    },
    mayPermitHttp: (url) => networks.length > 0 || namesHost(url),
    permitsHttp: (url, addresses) => namesHost(url) || addresses.every(inNetwork),
  };
}

function parseNetwork(entry: string): [Address, number] | undefined {
  const address = parseAddress(entry);
  if (address) return [address, address.kind() === "ipv4" ? 32 : 128];
  if (!/^[0-9a-f.:]+\/\d{1,3}$/i.test(entry) || !ipaddr.isValidCIDR(entry)) return undefined;
  return ipaddr.parseCIDR(entry);
}

/** A host name of 253 characters and a port. */
const MAX_HOST_CHARACTERS = 300;

function parseHost(entry: string): string {
  const url =
    entry.length <= MAX_HOST_CHARACTERS && URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : undefined;
  const plain = url && url.pathname === "/" && !/[/?#@\\%]/.test(entry) && url.hostname !== "";
  if (!url || !plain)
    throw new UserError(
      `"${entry.slice(0, MAX_HOST_CHARACTERS)}" is neither a network (10.0.0.0/8) nor a host (name or name:port).`,
    );
  const port = /:(\d+)$/.exec(entry)?.[1];
  const name = url.hostname.replace(/\.$/, "");
  return port === undefined ? name : `${name}:${Number(port)}`;
}
