/** People who were erased, so that no save brings them back. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { hasErasures, listTombstones, tombstoneHash } from "../../privacy/index.ts";

/** Says of players and accounts whether they were erased. Each is looked up once. */
export interface Erasures {
  /** Looks up players, given in decimal, and accounts. */
  readonly look: (players: Iterable<string>, accounts?: Iterable<string>) => Promise<void>;
  /** Of a player that was looked up. */
  readonly isPlayer: (id: bigint | string) => boolean;
  /** Of an account that was looked up. */
  readonly isAccount: (platformId: string) => boolean;
}

/** No player is looked up where no person was erased, which is so almost everywhere. */
export async function openErasures(tx: Transaction): Promise<Erasures> {
  const isNeeded = await hasErasures(tx);
  const looked = new Set<string>();
  const erased = new Set<string>();
  return {
    look: async (players, accounts = []) => {
      if (!isNeeded) return;
      const byHash = new Map<string, string>();
      const add = (kind: "player" | "account", id: string): void => {
        const subject = `${kind}:${id}`;
        if (looked.has(subject)) return;
        looked.add(subject);
        byHash.set(tombstoneHash(kind, id).toString("hex"), subject);
      };
      for (const id of players) add("player", id);
      for (const id of accounts) add("account", id);
      for (const hash of await listTombstones(tx, [...byHash.keys()])) erased.add(byHash.get(hash) ?? "");
    },
    isPlayer: (id) => erased.has(`player:${id}`),
    isAccount: (platformId) => erased.has(`account:${platformId}`),
  };
}
