/**
 * Customers of the loopback exchange: their keys, the permissions of the keys, and the listen keys of their streams.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { badKey, badKeyFormat, badSignature, BinanceError, missing, outsideWindow } from "./binance-error.ts";
import { integer, type Parameters } from "./parameters.ts";

export interface KeyRights {
  readonly trade: boolean;
  readonly withdraw: boolean;
  readonly isAddressRestricted: boolean;
}

export interface LoopbackAccount {
  /** Its name in the matching engine. */
  readonly account: string;
  readonly apiKey: string;
  readonly secret: string;
  rights: KeyRights;
  /** A key that was taken back is refused from then on. */
  isRevoked: boolean;
}

export interface Accounts {
  readonly all: ReadonlyMap<string, LoopbackAccount>;
  add(account: Omit<LoopbackAccount, "isRevoked">): LoopbackAccount;
  /** @throws BinanceError -2014 without a key, -2015 for one that is unknown or taken back */
  byKey(apiKey: string | undefined): LoopbackAccount;
  /** The listen key of an account; the same one while it is valid. */
  listenKey(account: LoopbackAccount): string;
  /** @throws BinanceError -1125 */
  keepListenKey(account: LoopbackAccount, listenKey: string | undefined): void;
  dropListenKey(account: LoopbackAccount, listenKey: string | undefined): void;
  /** Whose stream it is, as long as it is valid. */
  listener(listenKey: string): LoopbackAccount | undefined;
}

const LISTEN_KEY_MS = 60 * 60_000;
const LONGEST_WINDOW_MS = 60_000;

export function createAccounts(nowMs: () => number): Accounts {
  const all = new Map<string, LoopbackAccount>();
  const listenKeys = new Map<string, { account: LoopbackAccount; untilMs: number }>();

  function valid(account: LoopbackAccount, listenKey: string | undefined): { untilMs: number } {
    const found = listenKeys.get(listenKey ?? "");
    if (found?.account !== account || found.untilMs <= nowMs()) {
      throw new BinanceError(400, -1125, "This listenKey does not exist.");
    }
    return found;
  }

  return {
    all,
    add(account) {
      const added = { ...account, isRevoked: false };
      all.set(account.apiKey, added);
      return added;
    },
    byKey(apiKey) {
      if (apiKey === undefined || apiKey === "") throw badKeyFormat();
      const account = all.get(apiKey);
      if (!account || account.isRevoked) throw badKey();
      return account;
    },
    listenKey(account) {
      for (const [key, { account: owner, untilMs }] of listenKeys) {
        if (owner === account && untilMs > nowMs()) return key;
      }
      const key = randomBytes(30).toString("hex");
      listenKeys.set(key, { account, untilMs: nowMs() + LISTEN_KEY_MS });
      return key;
    },
    keepListenKey(account, listenKey) {
      valid(account, listenKey).untilMs = nowMs() + LISTEN_KEY_MS;
    },
    dropListenKey(account, listenKey) {
      valid(account, listenKey);
      listenKeys.delete(listenKey ?? "");
    },
    listener(listenKey) {
      const found = listenKeys.get(listenKey);
      return found && found.untilMs > nowMs() ? found.account : undefined;
    },
  };
}

/**
 * Checks timestamp, window and signature of a request.
 *
 * @param payload what was signed: the query and the body as they were sent, without the signature.
 * @param graceMs how long after its window a request is still taken
 * @throws BinanceError -1102, -1131, -1021, -1022
 */
export function checkSignature(
  account: LoopbackAccount,
  parameters: Parameters,
  { payload, nowMs, graceMs }: { readonly payload: string; readonly nowMs: number; readonly graceMs: number },
): void {
  const timestamp = integer(parameters, "timestamp", { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: -1 });
  if (timestamp < 0) throw missing("timestamp");
  const signature = parameters.get("signature");
  if (signature === undefined) throw missing("signature");
  const windowMs = integer(parameters, "recvWindow", { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 5000 });
  if (windowMs > LONGEST_WINDOW_MS) throw new BinanceError(400, -1131, "'recvWindow' must be less than 60000.");
  if (timestamp >= nowMs + 1000) throw outsideWindow(true);
  if (nowMs - timestamp > windowMs + graceMs) throw outsideWindow(false);
  const expected = createHmac("sha256", account.secret).update(payload).digest();
  const given = Buffer.from(signature, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badSignature();
}
