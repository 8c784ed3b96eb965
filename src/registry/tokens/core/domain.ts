/** Domain names as proof of a namespace: which are accepted, and which server names they give. */
import type { Brand } from "../../../kit/ids/brand.ts";
import type { Permission } from "./actor.ts";

/** A host name in lower case, ASCII, with two labels or more, and no IP address. Made by `parseDomain`. */
export type Domain = Brand<string, "Domain">;

/** RFC 1035 allows 253; a server name may have 200, and something has to follow the namespace. */
const MAX_CHARACTERS = 180;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A domain in lower case; or undefined for text that cannot give a namespace: a single label, an IP address, a name
 * that ends in a dot, letters outside ASCII (they are written in Punycode), a port, a path, more than 180 characters.
 */
export function parseDomain(text: string): Domain | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const lower = text.toLowerCase();
  const labels = lower.split(".");
  // A last label of digits only would make it an IPv4 address in one of the ways to write one.
  const numeric = /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? "");
  return labels.length >= 2 && !numeric && labels.every((label) => LABEL.test(label)) ? (lower as Domain) : undefined;
}

/**
 * The namespace of a domain: its labels in reverse order.
 *
 * @example
 * namespaceOf(parseDomain("api.example.com")); // "com.example.api"
 */
export function namespaceOf(domain: Domain): string {
  return domain.split(".").toReversed().join(".");
}

/** The permissions by control of a domain's DNS: servers of its namespace and of every namespace below it. */
export function dnsPermissions(domain: Domain): Permission[] {
  const namespace = namespaceOf(domain);
  return [
    { action: "publish", resource: `${namespace}/*` },
    { action: "publish", resource: `${namespace}.*` },
  ];
}

/**
 * The permissions by control of a domain's web server: servers of its own namespace, since subdomains may belong to
 * others.
 */
export function httpPermissions(domain: Domain): Permission[] {
  return [{ action: "publish", resource: `${namespaceOf(domain)}/*` }];
}
