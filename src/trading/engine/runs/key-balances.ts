/** The free balances at exchanges, requested while runs need them, and kept for every process that reserves money. */
import { parseFine } from "../../../kit/money/fine.ts";
import { wasRefused } from "../../../kit/sql/query-error.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Balance, Exchange, ExchangeAccount } from "../../exchanges/index.ts";
import type { ToldBalances } from "../store-runs.ts";
import type { RunDeskDeps, UsedKey } from "./deps.ts";

/** An answer is asked for again after this long, and after a trade at once. */
const FRESH_MS = 10_000;
/** An exchange that did not answer is asked again after this long. */
const RETRY_MS = 1_000;
/** Answers that nothing waits for are stored together, so long after the first of them. */
const TOGETHER_MS = 500;
/** Keys in one statement. */
const MOST_TOGETHER = 500;

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
  account: BalanceAccount | undefined;
  /** No run uses it any more. */
  isOver: boolean;
}

/** An answer that is to be stored. */
interface Waiting {
  readonly told: ToldBalances;
  readonly done: (error?: unknown) => void;
}

export class KeyBalances {
  readonly #deps: Sources;
  readonly #keys = new Map<number, KeyState>();
  #waiting: Waiting[] = [];
  /** When the waiting answers are stored at the latest. */
  #storeMs = Infinity;
  #isStoring = false;

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
    if (!key) return;
    key.nextMs = 0;
    // It is asked again when the present answer is stored.
    if (key.asking) this.#storeMs = 0;
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

  /** Asks what is due, without waiting for the answers, and stores those that have waited for others. */
  askDue(nowMs: number): void {
    if (nowMs >= this.#storeMs) void this.#storeAll();
    for (const [keyId, key] of this.#keys) {
      if (key.asking || key.nextMs > nowMs) continue;
      key.asking = this.#ask(keyId, key).finally(() => (key.asking = undefined));
    }
  }

  /** Everything that was asked is answered and stored, or has failed. */
  async settled(): Promise<void> {
    const asking = (): Promise<void>[] => [...this.#keys.values()].flatMap((key) => key.asking ?? []);
    for (let left = asking(); left.length > 0; left = asking()) {
      this.#storeMs = 0;
      void this.#storeAll();
      await Promise.race(left);
    }
  }

  async #ask(keyId: number, key: KeyState): Promise<void> {
    const { clock } = this.#deps;
    const askedMs = toMillis(clock.now());
    // Where it was made due earlier, something waits for the answer.
    const isUrgent = key.askedMs === 0 || key.nextMs < key.triedMs + FRESH_MS;
    key.triedMs = askedMs;
    key.nextMs = askedMs + FRESH_MS;
    try {
      key.account ??= await this.#open(keyId, key);
      const told = await key.account.balances();
      await this.#store({ keyId, balances: told.map(plainBalance), askedMs }, isUrgent);
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

  async #open(keyId: number, { ownerUid, exchange }: KeyState): Promise<BalanceAccount> {
    const credentials = await this.#deps.exchangeKeys.findCredentials(ownerUid, keyId);
    if (!credentials) throw new Error("the key was removed");
    return exchange.account(credentials);
  }

  #store(told: ToldBalances, isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: unknown): void => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error("the balances were not stored", { cause: error }));
      };
      this.#waiting.push({ told, done });
      const nowMs = toMillis(this.#deps.clock.now());
      this.#storeMs = Math.min(this.#storeMs, isUrgent ? nowMs : nowMs + TOGETHER_MS);
      if (nowMs >= this.#storeMs) void this.#storeAll();
    });
  }

  /** One statement after the other: those that come in between go together. */
  async #storeAll(): Promise<void> {
    if (this.#isStoring) return;
    this.#isStoring = true;
    while (this.#waiting.length > 0 && toMillis(this.#deps.clock.now()) >= this.#storeMs) {
      const together = this.#waiting.splice(0, MOST_TOGETHER);
      if (this.#waiting.length === 0) this.#storeMs = Infinity;
      const error = await this.#save(together);
      // What PostgreSQL refuses is perhaps one answer of one exchange: it holds up no other key.
      const isTriedAlone = together.length > 1 && wasRefused(error);
      for (const each of together) each.done(isTriedAlone ? await this.#save([each]) : error);
    }
    this.#isStoring = false;
  }

  /** What has gone wrong; undefined for nothing. */
  async #save(together: readonly Waiting[]): Promise<unknown> {
    try {
      await this.#deps.runs.saveBalances(together.map(({ told }) => told));
      return undefined;
    } catch (error) {
      return error ?? new Error("the balances were not stored");
    }
  }
}

/** The next question opens another one. */
function closeAccount(key: KeyState): void {
  const closing = key.account?.close();
  key.account = undefined;
  // A connection that does not close delays nothing.
  closing?.catch(() => undefined);
}

function plainBalance({ currency, free }: Balance): { currency: string; free: string } {
  return { currency, free: parseFine(free, "down") === undefined ? "0" : free };
}
