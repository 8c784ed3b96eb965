/** The settings of exchanges: members of the trading section. */
import { Type } from "typebox";
import { addressKind, parseAddress } from "../../kit/outbound/address.ts";
import { TESTNET } from "./ccxt/exchange-address.ts";
import { findExchange } from "./core/exchange-codes.ts";

const MAX_ADDRESSES = 100;
const MAX_ADDRESS_LENGTH = 300;

/** Properties to be spread into the settings of trading. */
export const exchangeSettings = {
  exchangeAddresses: Type.Refine(
    Type.Record(Type.String(), Type.String(), {
      default: {},
      description:
        "Where exchanges are reached instead of their own addresses, as JSON: " +
        '`{"binance":"http://127.0.0.1:9001"}` for tests, `{"binance":"testnet"}` for the exchange\'s test network. ' +
        "Requests keep their paths. Keys of users are used there: name only what you trust with them.",
    }),
    (addresses) => problemOf(addresses) === undefined,
    (addresses) => problemOf(addresses) ?? "",
  ),
  exchangeClientAddress: Type.String({
    maxLength: 100,
    default: "",
    description:
      "The address that exchanges see requests of this process come from, or any name of it. Exchanges limit requests by " +
      "address: processes with the same one share what may be asked, and processes with another one do not. Without it " +
      "all processes of the platform share.",
  }),
};

/** The problem of the map, in words that follow the setting's name; undefined when it can be used. */
export function problemOf(addresses: Readonly<Record<string, string>>): string | undefined {
  const all = Object.entries(addresses);
  if (all.length > MAX_ADDRESSES) return `must name at most ${MAX_ADDRESSES} exchanges`;
  for (const [code, address] of all) {
    if (!findExchange(code))
      return `must name exchanges by their codes, such as binance: unknown code "${shown(code)}"`;
    const problem = address === TESTNET ? undefined : addressProblem(address);
    if (problem !== undefined) return `must have an address for ${code} that ${problem}`;
  }
  return undefined;
}

function addressProblem(address: string): string | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return `has at most ${MAX_ADDRESS_LENGTH} characters`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return `begins with https:// or http://, or is the word ${TESTNET}`;
  if (url.username !== "" || url.password !== "") return "holds no user and no password";
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(address)) return "ends with its path, without ? and #";
  if (url.protocol === "http:" && !isNear(url.hostname)) {
    return "begins with https://: without TLS only hosts of your own network are taken";
  }
  return undefined;
}

/** A host of the operator's own network: a private address, or a name without a dot. */
function isNear(hostname: string): boolean {
  const ip = parseAddress(hostname.replace(/^\[|\]$/g, ""));
  return ip ? addressKind(ip) === "private" : !hostname.includes(".");
}

function shown(code: string): string {
  return code.slice(0, 40);
}
