/**
 * Leases: a name that one owner at a time holds, for a while, by the database's clock. For what must run once: a
 * strategy, a feed, a poll of a server.
 */
import { invariant } from "../errors/invariant.ts";
import type { Queryable, Transaction } from "./database.ts";

export interface Lease {
  /** 1 to 200 characters. */
  readonly name: string;
  /** Who holds it: one run of one process, never the name of a machine, which outlives its processes. */
  readonly owner: string;
  /** Higher with every acquisition of the name, for ever. */
  readonly fence: number;
}

/** A write was refused because its author no longer holds the lease. It must stop what it does under that name. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

const MIN_TTL_MS = 100;
const MAX_TTL_MS = 86_400_000;

/**
 * Takes the lease for `ttlMs` milliseconds (100 to a day) if nobody holds it; answers undefined if somebody does, even
 * the same owner. A lease ends by itself unless it is renewed; renew it at a third of its time.
 */
export async function acquireLease(
  db: Queryable,
  { name, owner, ttlMs }: { readonly name: string; readonly owner: string; readonly ttlMs: number },
): Promise<Lease | undefined> {
  checkTtl(ttlMs);
  const [row] = await db.query<{ fence: number }>({
    name: "kit.acquire_lease",
    text: `
      insert into kit.leases as held (name, owner, fence, expires_at)
      values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
      on conflict (name) do update
        set owner = excluded.owner, fence = held.fence + 1, expires_at = excluded.expires_at
        where held.expires_at <= clock_timestamp()
      returning fence`,
    values: [name, owner, ttlMs],
  });
  return row && { name, owner, fence: row.fence };
}

/** Holds the lease for `ttlMs` milliseconds from now. Answers false when it is lost, and then for ever. */
export async function renewLease(db: Queryable, lease: Lease, ttlMs: number): Promise<boolean> {
  checkTtl(ttlMs);
  const changed = await db.execute({
    name: "kit.renew_lease",
    text: `
      update kit.leases set expires_at = clock_timestamp() + $4 * interval '1 millisecond'
      where name = $1 and owner = $2 and fence = $3 and expires_at > clock_timestamp()`,
    values: [lease.name, lease.owner, lease.fence, ttlMs],
  });
  return changed === 1;
}

/** Lets the next one have it at once. Harmless when it is lost already. */
export async function releaseLease(db: Queryable, lease: Lease): Promise<void> {
  await db.execute({
    name: "kit.release_lease",
    text: `
      update kit.leases set expires_at = 'epoch'
      where name = $1 and owner = $2 and fence = $3 and expires_at > clock_timestamp()`,
    values: [lease.name, lease.owner, lease.fence],
  });
}

/**
 * Makes the transaction's writes those of the holder of `fence`: nobody else can take the lease before it ends.
 *
 * @throws LeaseLost when the lease has run out or passed on.
 */
export async function assertFence(tx: Transaction, name: string, fence: number): Promise<void> {
  // The lock is what keeps the next owner out until this transaction has committed; time alone would not.
  const held = await tx.query({
    name: "kit.assert_fence",
    text: "select from kit.leases where name = $1 and fence = $2 and expires_at > clock_timestamp() for share",
    values: [name, fence],
  });
  if (held.length === 0) throw new LeaseLost(`the lease "${name}" is no longer held with fence ${fence}`);
}

function checkTtl(ttlMs: number): void {
  invariant(ttlMs >= MIN_TTL_MS && ttlMs <= MAX_TTL_MS, "a lease lasts 100 milliseconds to a day");
}
