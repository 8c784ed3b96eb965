/** Removes a person everywhere, in one transaction. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import { tombstoneHash } from "../core/tombstone.ts";
import type { PersonId } from "../person-id.ts";
import type { Erasure } from "../store.ts";
import { eraseAnnounced } from "./erase-announced.ts";
import { eraseFromLog, listMentions, listMentionsSince, type LineKey } from "./log-mentions.ts";
import type { Mentions } from "./mentions.ts";
import {
  findPerson,
  listPersonNames,
  listPersonTribes,
  listSharedNames,
  lockAccount,
  lockErasures,
  lockPeople,
  type Person,
} from "./person.ts";
import { addTombstones, removeOwner, removePerson } from "./remove-person.ts";
import { eraseFromDeliveries, eraseFromTribes } from "./tribe-mentions.ts";

/** A player cannot repeatedly take new names faster than all logs are searched. */
const MAX_RUNS = 5;

/**
 * How long before the end of its storing transaction a line may have been first seen. The clock of another process may
 * be behind, and the transaction may have waited.
 */
const LATE_MS = HOUR_MS;

export interface ErasureTerms {
  /** Names this process in the change feed. */
  readonly origin: string;
  /** Does the rest in the transaction of the erasure. */
  readonly afterErasure: (tx: Transaction) => Promise<void>;
}

/**
 * See `PrivacyStore.erase`. Logs are searched before anything is locked, so that the game is not delayed; if the
 * person has taken a new name by then, they are searched again.
 */
export async function erasePerson(db: Database, terms: ErasureTerms, id: PersonId, at: Instant): Promise<Erasure> {
  for (let run = 0; run < MAX_RUNS; run++) {
    const searched = await mentionsOf(db, await findPerson(db, id));
    const lines = await listMentions(db, searched);
    const erasure = await db.transaction((tx) => eraseNow(tx, terms, id, at, { searched, lines }));
    if (erasure) return erasure;
  }
  throw new Error("the person takes new names faster than logs can be searched for them; try again");
}

interface Search {
  readonly searched: Mentions;
  readonly lines: readonly LineKey[];
}

/** Answers undefined, and has done nothing, when the search was for too few names. */
async function eraseNow(
  tx: Transaction,
  { origin, afterErasure }: ErasureTerms,
  id: PersonId,
  at: Instant,
  { searched, lines }: Search,
): Promise<Erasure | undefined> {
  await lockErasures(tx);
  const { platformId } = await findPerson(tx, id);
  await lockAccount(tx, platformId);
  const person = await findPerson(tx, id);
  await lockPeople(tx, person.playerIds);
  const mentions = await mentionsOf(tx, person);
  if (!covers(searched, mentions)) return undefined;

  const tribes = await listPersonTribes(tx, person);
  await addTombstones(tx, person, at);
  const removed = await removePerson(tx, person);
  await removeOwner(tx, person);
  const renamed = await eraseFromTribes(tx, mentions);
  const since = await listMentionsSince(tx, mentions, plusMillis(at, -LATE_MS));
  const logLines = await eraseFromLog(tx, mentions, distinct([...lines, ...since]));
  await eraseFromDeliveries(tx, mentions);
  await eraseAnnounced(tx, person);
  await announce(tx, origin, person, [...new Set([...tribes, ...renamed])]);
  await afterErasure(tx);
  return { ...removed, logLines, tribes: renamed.length };
}

async function mentionsOf(db: Database | Transaction, person: Person): Promise<Mentions> {
  const all = await listPersonNames(db, person);
  const shared = await listSharedNames(db, person, all);
  return {
    ids: new Set(person.playerIds),
    names: all.filter((name) => !shared.has(name)),
    sharedNames: all.filter((name) => shared.has(name)),
    ownTribes: new Set(await listPersonTribes(db, person)),
  };
}

/** Whether everything that is to be found now was looked for. */
function covers(searched: Mentions, now: Mentions): boolean {
  const names = new Set(searched.names);
  const shared = new Set([...searched.names, ...searched.sharedNames]);
  return (
    [...now.ids].every((id) => searched.ids.has(id)) &&
    now.names.every((name) => names.has(name)) &&
    now.sharedNames.every((name) => shared.has(name)) &&
    [...now.ownTribes].every((tribe) => searched.ownTribes.has(tribe))
  );
}

function distinct(keys: readonly LineKey[]): LineKey[] {
  return [...new Map(keys.map((key) => [`${key.tribe_id} ${key.number}`, key])).values()];
}

/** Comes last, under the locks: readers see changes in the order of the locks. */
async function announce(tx: Transaction, origin: string, person: Person, tribes: readonly number[]): Promise<void> {
  const { platformId, playerIds } = person;
  const change: AnnouncedChange = {
    players: playerIds,
    ...(tribes.length > 0 ? { tribes } : {}),
    ...(platformId === null ? {} : { erased: [tombstoneHash("account", platformId).toString("hex")] }),
  };
  await appendChanges(tx, origin, PLAYERS_TOPIC, [change]);
}
