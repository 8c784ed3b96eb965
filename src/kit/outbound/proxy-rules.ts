/** Which proxy a request goes through, by the variables that most programs honour: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Environment } from "../config/environment.ts";
import { UserError } from "../errors/user-error.ts";
import { isDecodable } from "../text/is-decodable.ts";
import { parseAddress } from "./address.ts";
import { portOf } from "./port-of.ts";

export interface ProxyRules {
  /** The proxy for a URL; undefined when it is asked directly. */
  proxyFor(url: URL): URL | undefined;
}

const MAX_CHARACTERS = 8192;

const SECURE: ReadonlySet<string> = new Set(["https:", "wss:"]);

/**
 * Reads the variables; of two spellings the one in lower case counts, as in curl. `NO_PROXY` lists hosts with commas or
 * spaces between: `*`, `example.com` (with its subdomains), `.example.com`, `host:port`, an address or `10.0.0.0/8`.
 * This machine itself is always asked directly. Websockets go as their scheme of HTTP does.
 *
 * @throws UserError when a proxy is not an http or https URL.
 */
export function proxyRules(environment: Environment): ProxyRules {
  const value = (name: string): string => environment[name.toLowerCase()] || environment[name] || "";
  const secure = readProxy("HTTPS_PROXY", value("HTTPS_PROXY"));
  const plain = readProxy("HTTP_PROXY", value("HTTP_PROXY"));
  const exceptions = readExceptions(value("NO_PROXY"));
  return {
    proxyFor(url) {
      const proxy = SECURE.has(url.protocol) ? secure : plain;
      return proxy === undefined || isThisMachine(url) || exceptions.some((isException) => isException(url))
        ? undefined
        : proxy;
    },
  };
}

/** The message never holds the value: it may hold a password. */
function readProxy(name: string, text: string): URL | undefined {
  if (text === "") return undefined;
  const whole = text.includes("://") ? text : `http://${text}`;
  const url = text.length <= MAX_CHARACTERS && URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") {
    throw new UserError(`${name} must be the URL of a proxy, such as http://proxy.example.com:3128.`);
  }
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw new UserError(`${name} has a user or password with a percent sign that must be written as %25.`);
  }
  return url;
}

type Exception = (url: URL) => boolean;

function readExceptions(text: string): Exception[] {
  if (text.length > MAX_CHARACTERS) throw new UserError(`NO_PROXY is longer than ${MAX_CHARACTERS} characters.`);
  return text
    .split(/[,\s]/)
    .filter((entry) => entry !== "")
    .map((entry) => readException(entry.toLowerCase()));
}

function readException(entry: string): Exception {
  if (entry === "*") return () => true;
  if (entry.includes("/")) return inRange(entry);
  const bare = entry.replace(/^\[|\]$/g, "");
  const [, host = bare, port] = isIP(bare) > 0 ? [] : (/^(.*):(\d{1,5})$/.exec(entry) ?? []);
  const name = host.replace(/^\[|\]$/g, "").replace(/^\*?\./, "");
  return (url) => {
    if (port !== undefined && portOf(url) !== port) return false;
    const asked = hostOf(url);
    return asked === name || (isIP(asked) === 0 && asked.endsWith(`.${name}`));
  };
}

function inRange(entry: string): Exception {
  if (!ipaddr.isValidCIDR(entry)) return () => false;
  const range = ipaddr.parseCIDR(entry);
  return (url) => {
    const address = parseAddress(hostOf(url));
    return address !== undefined && address.kind() === range[0].kind() && address.match(range);
  };
}

function isThisMachine(url: URL): boolean {
  const host = hostOf(url);
  return host === "localhost" || host.endsWith(".localhost") || parseAddress(host)?.range() === "loopback";
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
