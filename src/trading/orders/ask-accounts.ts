/** Asks the exchanges of a caller's keys about their accounts. Nothing is changed there. */
import type { Caller } from "../caller.ts";
import {
  ExchangeFailure,
  listVisibleKeys,
  readVisibleKey,
  type ConnectedExchangeDeps,
  type Exchange,
  type ExchangeAccount,
  type ExchangeKey,
  type ExchangeKeyDeps,
} from "../exchanges/index.ts";

/** The answer of the exchange of one key, or why an answer is missing. */
export interface AskedAccount<Answer> {
  readonly key: ExchangeKey;
  readonly answer?: Answer;
  /** For people. Holds nothing secret. */
  readonly error?: string;
}

/** Exchanges that are asked at the same time for one request. */
const AT_ONCE = 4;

/** The keys to ask for: one, or all that the caller sees, at one exchange or at all. */
export interface WantedKeys {
  readonly apikey?: string | undefined;
  readonly exchange?: string | undefined;
}

/**
 * Asks for one key, or for every key that the caller sees, in the order of exchange-api-keys/list. An exchange that does
 * not answer has an `error` in its place, so no key is silently left out.
 *
 * @throws exchangeApiKeys.keyNotFound for a key that the caller does not see.
 */
export async function askAccounts<Answer>(
  deps: ExchangeKeyDeps & ConnectedExchangeDeps,
  actor: Caller,
  { apikey, exchange }: WantedKeys,
  ask: (account: ExchangeAccount, exchange: Exchange, key: ExchangeKey) => Promise<Answer>,
): Promise<readonly AskedAccount<Answer>[]> {
  const seen =
    apikey === undefined
      ? await listVisibleKeys(deps.exchangeKeys, actor)
      : [await readVisibleKey(deps.exchangeKeys, actor, apikey)];
  const keys = seen.filter((key) => exchange === undefined || key.exchange === exchange);
  const asked: AskedAccount<Answer>[] = [];
  const waiting = [...keys.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, key] = next;
      asked[place] = await askOne(deps, actor, key, ask);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return asked;
}

async function askOne<Answer>(
  { exchangeKeys, connectedExchange }: ExchangeKeyDeps & ConnectedExchangeDeps,
  { ownerUid }: Caller,
  key: ExchangeKey,
  ask: (account: ExchangeAccount, exchange: Exchange, key: ExchangeKey) => Promise<Answer>,
): Promise<AskedAccount<Answer>> {
  if (key.status === "invalid" || key.status === "disabled") return { key, error: `the key is ${key.status}` };
  const exchange = connectedExchange(key.exchange);
  if (!exchange) return { key, error: `${key.exchange} is not connected` };
  const credentials = await exchangeKeys.findCredentials(ownerUid, key.id);
  if (!credentials) return { key, error: "the key was removed a moment ago" };
  const account = exchange.account(credentials);
  try {
    return { key, answer: await ask(account, exchange, key) };
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    return { key, error: error.message.slice(0, 300) };
  } finally {
    await account.close();
  }
}
