/** Callers that stay connected, as their users are by now. */
import { isDeepStrictEqual } from "node:util";
import type { Caller } from "../caller.ts";
import { stampOf } from "./access-epochs.ts";
import type { KnownUser } from "./api-key.ts";
import type { KeyStore } from "./store.ts";

/**
 * Of these callers, those whose user has changed since, such as its plan, its rights or its second factor, each with
 * what the caller is now. Users that are gone are left out.
 */
export type RenewedCallers = (callers: readonly Caller[]) => Promise<ReadonlyMap<Caller, Caller>>;

/** Users of one question to the database. */
const BATCH = 5_000;

/** Asks for the epochs of users each time, and reads a user when its epoch is another, or the caller is new here. */
export function renewedCallers(
  keys: Pick<KeyStore, "epochsOf">,
  loadUser: (uid: number) => Promise<KnownUser | undefined>,
): RenewedCallers {
  /** The epochs at which callers were last found to be as they are. */
  const stamps = new WeakMap<Caller, string>();
  return async (callers) => {
    const stampNow = await readStamps(keys, callers);
    const users = new Map<number, KnownUser | undefined>();
    const renewed = new Map<Caller, Caller>();
    for (const caller of callers) {
      const stamp = stampNow(caller);
      if (stamps.get(caller) === stamp) continue;
      const { uid } = caller;
      if (!users.has(uid)) users.set(uid, await loadUser(uid));
      const user = users.get(uid);
      if (!user) continue;
      const now = callerAs(user, caller);
      const isSame = isDeepStrictEqual(now, caller);
      stamps.set(isSame ? caller : now, stamp);
      if (!isSame) renewed.set(caller, now);
    }
    return renewed;
  };
}

/** The epochs of all their users. They are read before the users are. */
async function readStamps(
  keys: Pick<KeyStore, "epochsOf">,
  callers: readonly Caller[],
): Promise<(caller: Caller) => string> {
  const uids = [...new Set(callers.flatMap(({ uid, ownerUid }) => [uid, ownerUid]))];
  const epochs = new Map<number, string>();
  for (let start = 0; start < uids.length; start += BATCH) {
    for (const [uid, epoch] of await keys.epochsOf(uids.slice(start, start + BATCH))) epochs.set(uid, epoch);
  }
  return ({ uid, ownerUid }) => stampOf(epochs.get(uid), epochs.get(ownerUid));
}

/** What a caller has shown stays as it was. */
function callerAs(user: KnownUser, { access, credential, address, showedSecondFactor }: Caller): Caller {
  return { ...user, access, credential, address, ...(showedSecondFactor && { showedSecondFactor }) };
}
