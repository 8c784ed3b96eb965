/** Processes that know the keys of one database, each with its own keyring, on one clock. */
import { expect } from "vitest";
import { AppError } from "../../src/kit/errors/catalogue.ts";
import { systemIds, systemRandom } from "../../src/kit/ids/ids.ts";
import type { ApiKey } from "../../src/players/keys/key.ts";
import { Keyring } from "../../src/players/keys/keyring.ts";
import { createKey, type NewKey } from "../../src/players/keys/manage.ts";
import type { KeyStore, KeyUse } from "../../src/players/keys/store.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";
import type { ManualClock } from "./manual-clock.ts";
import { waitUntil } from "./wait-until.ts";

export const CHALLENGE = 'Bearer realm="tripod players"';
export const UNKNOWN_KEY = ["keys.unknown", 401, CHALLENGE];

/** A process's queries to its database, which can be out of reach. */
interface Counted {
  lists: number;
  lookups: number;
  readonly touched: string[];
  isBroken: boolean;
  /** The read rows arrive when this is over. */
  held?: Promise<unknown>;
}

export interface KeyringProcess {
  readonly keyring: Keyring;
  readonly counted: Counted;
  readonly log: KeptLog;
  /** Resolves when the keys were read since the count was `lists`. */
  refreshed(lists: number): Promise<void>;
}

/** Starts one. The caller stops its keyring. */
export async function keyringProcess(keys: KeyStore, clock: ManualClock): Promise<KeyringProcess> {
  const { counted, store } = countedStore(keys);
  const log = keptLog();
  const keyring = new Keyring({ keys: store, clock, log, limits: { requests: 60, windowSeconds: 12 } });
  await keyring.start();
  counted.lists = 0;
  const refreshed = async (lists: number): Promise<void> => {
    await waitUntil(() => expect(counted.lists).toBeGreaterThan(lists));
  };
  return { keyring, counted, log, refreshed };
}

/** Lets a second pass, and waits until every process has read the keys for it. */
export async function nextRefresh(clock: ManualClock, ...processes: readonly KeyringProcess[]): Promise<void> {
  const before = processes.map(({ counted }) => counted.lists);
  await clock.advance(1_000);
  await Promise.all(processes.map((each, at) => each.refreshed(before[at] ?? 0)));
}

/** Makes a key for Anna that opens `read` and never expires, unless something else is wanted. */
export async function madeKey(
  keys: KeyStore,
  clock: ManualClock,
  wanted: Partial<NewKey> = {},
): Promise<{ key: string; stored: ApiKey }> {
  const deps = { keys, clock, ids: systemIds(), random: systemRandom() };
  return createKey(deps, { name: "Anna", scope: "read", limits: null, expires: "never", ...wanted });
}

/** The answer to a header: the caller, or the code, the status and the challenge of the refusal. */
export async function ownerOrRefusal(
  { keyring }: Pick<KeyringProcess, "keyring">,
  header: string | undefined,
  clock: ManualClock,
): Promise<unknown> {
  try {
    return await keyring.ownerOf(header, clock.now());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.status, error.headers["WWW-Authenticate"] ?? null];
  }
}

function countedStore(keys: KeyStore) {
  const counted: Counted = { lists: 0, lookups: 0, touched: [], isBroken: false };
  const asked = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (counted.isBroken) throw new Error("the database cannot be reached");
    return work();
  };
  const store = {
    async list() {
      const all = await asked(keys.list);
      counted.lists++;
      await counted.held;
      return all;
    },
    async findByHash(hash: Buffer) {
      counted.lookups++;
      return asked(() => keys.findByHash(hash));
    },
    async touch(uses: readonly KeyUse[]) {
      await asked(() => keys.touch(uses));
      counted.touched.push(...uses.map(({ id }) => id));
    },
  };
  return { counted, store };
}
