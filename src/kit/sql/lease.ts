/**
 * Leases: a name that one owner at a time holds, for a while, by the database's clock. For what must run once: a
 * strategy, a feed, a poll of a server.
 */
import { invariant } from "../errors/invariant.ts";
import { DAY_MS } from "../time/spans.ts";
import type { Queryable, Transaction } from "./database.ts";

export interface Lease {
  /** 1 to 200 characters. */
  readonly name: string;
  /** The holder: one run of one process, never the name of a machine, which outlives its processes. */
  readonly owner: string;
  /**
   * Higher with every acquisition of the name, for ever. At least the milliseconds since 1970 at the acquisition, so that
   * it rises even where a failover has lost the acquisitions before.
   */
  readonly fence: number;
}

/** A write was refused because its author no longer holds the lease. It must stop what it does under that name. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

const MIN_TTL_MS = 100;
const MAX_TTL_MS = DAY_MS;

/**
 * Takes the lease for `ttlMs` milliseconds (100 to a day) if it is free; answers undefined if it is held, even the same
 * owner. A lease ends unless it is renewed; `hold-lease.ts` does that, and everything else that holds one.
 */
export async function acquireLease(
  db: Queryable,
  { name, owner, ttlMs }: { readonly name: string; readonly owner: string; readonly ttlMs: number },
): Promise<Lease | undefined> {
  checkTtl(ttlMs);
  // To set the key, though to what it is, locks the row against the key share of `assertFence`; renewing does not.
  const [row] = await db.query<{ fence: number }>({
    name: "kit.acquire_lease",
    text: `
      insert into kit.leases as held (name, owner, fence, expires_at)
      values (
        $1, $2, floor(extract(epoch from clock_timestamp()) * 1000)::bigint,
        clock_timestamp() + $3 * interval '1 millisecond'
      )
      on conflict (name) do update
        set name = excluded.name, owner = excluded.owner, fence = greatest(held.fence + 1, excluded.fence), expires_at = excluded.expires_at
        where held.expires_at <= clock_timestamp()
      returning fence`,
    values: [name, owner, ttlMs],
  });
  return row && { name, owner, fence: row.fence };
}

/** Holds leases for `ttlMs` milliseconds from now. Answers those that are held; the others are lost, and for ever. */
export async function renewLeases(db: Queryable, leases: readonly Lease[], ttlMs: number): Promise<ReadonlySet<Lease>> {
  checkTtl(ttlMs);
  if (leases.length === 0) return new Set();
  // Locked in one order, so that two processes never wait for each other.
  const renewed = await db.query<{ place: number }>({
    name: "kit.renew_leases",
    text: `
      with held as (
        select l.name, given.place
        from kit.leases l
        join unnest($1::text[], $2::text[], $3::bigint[]) with ordinality as given (name, owner, fence, place)
          on l.name = given.name and l.owner = given.owner and l.fence = given.fence
        where l.expires_at > clock_timestamp()
        order by l.name for no key update of l
      )
      update kit.leases l set expires_at = clock_timestamp() + $4 * interval '1 millisecond'
      from held where l.name = held.name
      returning held.place`,
    values: [leases.map(({ name }) => name), leases.map(({ owner }) => owner), leases.map(({ fence }) => fence), ttlMs],
  });
  const places = new Set(renewed.map(({ place }) => place));
  return new Set(leases.filter((_, index) => places.has(index + 1)));
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
 * Makes the transaction's writes those of the holder of `fence`: no other owner can take the lease before it ends. The
 * holder can renew it.
 *
 * @throws LeaseLost when the lease has run out or passed on.
 */
export async function assertFence(tx: Transaction, name: string, fence: number): Promise<void> {
  // The lock is what keeps the next owner out until this transaction has committed; time alone would not. It lets the
  // holder renew at the same time: a lease is not lost because a transaction under it takes long.
  const held = await tx.query({
    name: "kit.assert_fence",
    text: "select from kit.leases where name = $1 and fence = $2 and expires_at > clock_timestamp() for key share",
    values: [name, fence],
  });
  if (held.length === 0) throw new LeaseLost(`the lease "${name}" is no longer held with fence ${fence}`);
}

function checkTtl(ttlMs: number): void {
  invariant(ttlMs >= MIN_TTL_MS && ttlMs <= MAX_TTL_MS, "a lease lasts 100 milliseconds to a day");
}
