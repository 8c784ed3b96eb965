/** The free balances at exchanges, requested while runs need them, and kept for every process that reserves money. */
import { parseFine } from "../../../kit/money/fine.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Balance, Exchange, ExchangeAccount, ExchangeCredentials } from "../../exchanges/index.ts";
import type { RunDeskDeps, UsedKey } from "./deps.ts";

/** An answer is asked for again after this long, and after a trade at once. */
const FRESH_MS = 10_000;
/** An exchange that did not answer is asked again after this long. */
const RETRY_MS = 1_000;

/** An exchange as far as it is asked here. */
type Teller = Pick<Exchange, "code"> & {
  readonly account: (...of: Parameters<Exchange["account"]>) => BalanceAccount;
};

type BalanceAccount = Pick<ExchangeAccount, "balances" | "close">;

/** The balances to ask for, and the place for the answers. */
interface Sources {
  readonly clock: Pick<RunDeskDeps["clock"], "now">;
  readonly exchanges: readonly Teller[];
  readonly exchangeKeys: Pick<RunDeskDeps["exchangeKeys"], "findCredentials">;
  readonly runs: Pick<RunDeskDeps["runs"], "saveBalances">;
}

interface KeyState {
  readonly ownerUid: number;
  readonly exchange: Teller;
  free: ReadonlyMap<string, number>;
  askedMs: number;
  /** When the last question left, answered or not. */
  triedMs: number;
  nextMs: number;
  error: string;
  asking: Promise<void> | undefined;
  /** Kept from one question to the next: to open one costs much more than a question. */
  account: { readonly token: string; readonly asked: BalanceAccount } | undefined;
  /** No run uses it any more. */
  isOver: boolean;
}

export class KeyBalances {
  readonly #deps: Sources;
  readonly #keys = new Map<number, KeyState>();

  constructor(deps: Sources) {
    this.#deps = deps;
  }

  /** Keeps the balances of a key fresh from now on. */
  use(keyId: number, ownerUid: number, exchangeCode: string): void {
    if (this.#keys.has(keyId)) return;
    const exchange = this.#deps.exchanges.find(({ code }) => code === exchangeCode);
    if (!exchange) return;
    const fresh = { free: new Map<string, number>(), askedMs: 0, triedMs: 0, nextMs: 0, error: "" };
    this.#keys.set(keyId, {
      ...fresh,
      ownerUid,
      exchange,
      asking: undefined,
      account: undefined,
      isOver: false,
    });
  }

  /** Keys that no run uses any more are not asked about, and their accounts are closed. */
  keep(used: ReadonlySet<number>): void {
    for (const [keyId, key] of this.#keys) {
      if (used.has(keyId)) continue;
      this.#keys.delete(keyId);
      key.isOver = true;
      if (!key.asking) closeAccount(key);
    }
  }

  /** Keys whose balances are kept fresh. */
  used(): readonly UsedKey[] {
    return [...this.#keys].map(([keyId, { ownerUid, exchange }]) => ({ keyId, ownerUid, exchange: exchange.code }));
  }

  /** Money has moved: what is known is old. */
  moved(keyId: number): void {
    const key = this.#keys.get(keyId);
    if (key) key.nextMs = 0;
  }

  /** More is needed than is known to be free: it is asked for again, but at most once a second. */
  lacks(keyId: number): void {
    const key = this.#keys.get(keyId);
    if (key) key.nextMs = Math.min(key.nextMs, key.triedMs + RETRY_MS);
  }

  /** Whether the exchange has told what is free since a time. */
  isKnownSince(keyId: number, ms: number): boolean {
    return (this.#keys.get(keyId)?.askedMs ?? 0) > ms;
  }

  /** Why the last question was not answered; empty where it was. */
  errorOf(keyId: number): string {
    return this.#keys.get(keyId)?.error ?? "";
  }

  /** For conditions. Undefined before the first answer. */
  free(keyId: number, currency: string): number | undefined {
    const key = this.#keys.get(keyId);
    return key && key.askedMs > 0 ? (key.free.get(currency) ?? 0) : undefined;
  }

  /** Asks what is due, without waiting for the answers. */
  askDue(nowMs: number): void {
    for (const [keyId, key] of this.#keys) {
      if (key.asking || key.nextMs > nowMs) continue;
      key.asking = this.#ask(keyId, key).finally(() => (key.asking = undefined));
    }
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#keys.values()].flatMap(({ asking }) => asking ?? []));
  }

  async #ask(keyId: number, key: KeyState): Promise<void> {
    const { clock, exchangeKeys, runs } = this.#deps;
    const askedMs = toMillis(clock.now());
    key.triedMs = askedMs;
    key.nextMs = askedMs + FRESH_MS;
    try {
      const credentials = await exchangeKeys.findCredentials(key.ownerUid, keyId);
      if (!credentials) throw new Error("the key was removed");
      const told = await this.#accountOf(key, credentials).balances();
      await runs.saveBalances(keyId, told.map(plainBalance), askedMs);
      key.free = new Map(told.map(({ currency, free }) => [currency, Number(free)]));
      key.askedMs = askedMs;
      key.error = "";
    } catch (error) {
      key.nextMs = Math.min(key.nextMs, askedMs + RETRY_MS);
      key.error = error instanceof Error ? error.message.slice(0, 200) : "the exchange did not answer";
      closeAccount(key);
    } finally {
      if (key.isOver) closeAccount(key);
    }
  }

  #accountOf(key: KeyState, credentials: ExchangeCredentials): BalanceAccount {
    if (key.account && key.account.token !== credentials.token) closeAccount(key);
    key.account ??= { token: credentials.token, asked: key.exchange.account(credentials) };
    return key.account.asked;
  }
}

/** The next question opens another one. */
function closeAccount(key: KeyState): void {
  const closing = key.account?.asked.close();
  key.account = undefined;
  // A connection that does not close delays nothing.
  closing?.catch(() => undefined);
}

function plainBalance({ currency, free }: Balance): { currency: string; free: string } {
  return { currency, free: parseFine(free, "down") === undefined ? "0" : free };
}
