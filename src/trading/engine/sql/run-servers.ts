/** Rented servers are processes that work: which of them has one, and which runs have to end with theirs. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import type { RunWorker } from "../store-runs.ts";

/** Of one pass. The rest is taken by the next look, or by another process. */
const AT_ONCE = 100;
/** A worker reports this often that it has a server. */
const HEARTBEAT = "10 seconds";
/** Where no process has taken a server for this long, its runs are looked after by any. */
export const ABANDONED = "60 seconds";

/**
 * Takes the servers of some regions that no living process has, and says of those that the worker has that it lives. The time of a
 * rented one begins when it is taken first. Asked once a second by every process that works.
 *
 * @param regions undefined for all
 */
export async function claimServers(
  q: Queryable,
  { lease, fence }: RunWorker,
  regions: readonly string[] | undefined,
  nowMs: number,
): Promise<void> {
  await q.execute({
    name: "trading.ownerClaimServers",
    text: `with taken as (
        select v.id from trading.servers v
        where v.status in ('provisioning', 'active', 'stopping') and ($3::text[] is null or v.region = any ($3::text[]))
          and exists (select from kit.leases own where own.name = $1 and own.fence = $2 and own.expires_at > clock_timestamp())
          and case when v.worker = $1 and v.fence = $2 then v.heartbeat_at < clock_timestamp() - interval '${HEARTBEAT}'
            else not exists (
              select from kit.leases l where l.name = v.worker and l.fence = v.fence and l.expires_at > clock_timestamp()) end
        order by v.owner_id is null, v.id limit ${AT_ONCE} for no key update of v skip locked)
      update trading.servers v set status = case v.status when 'provisioning' then 'active' else v.status end,
        worker = $1, fence = $2, heartbeat_at = clock_timestamp(), started_at = coalesce(v.started_at, $4::timestamptz),
        expires_at = coalesce(v.expires_at, $4::timestamptz + v.duration_seconds * interval '1 second')
      from taken where v.id = taken.id`,
    values: [lease, fence, regions ?? null, timestamp(fromMillis(nowMs))],
  });
}

/** The living process that has a server. None has one that is over, or that is abandoned. */
export async function findHolder(q: Queryable, serverId: number): Promise<RunWorker | undefined> {
  const [found] = await q.query<RunWorker>({
    name: "trading.findServerHolder",
    text: `select l.name as lease, l.fence from trading.servers v
      join kit.leases l on l.name = v.worker and l.fence = v.fence and l.expires_at > clock_timestamp()
      where v.id = $1 and v.status in ('provisioning', 'active', 'stopping')
        and v.heartbeat_at > clock_timestamp() - interval '${ABANDONED}'`,
    values: [serverId],
  });
  return found;
}

/**
 * Gives up runs of the worker whose server another living worker has by now: they were looked after here while none
 * had it. That worker claims them next, as those of an owner that died. Work still in progress here is refused by
 * their fence.
 */
export async function yieldRuns(q: Queryable, { lease, fence }: RunWorker): Promise<readonly number[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.ownerYieldRuns",
    text: `with other as (
        select r.id from trading.runs r
        join trading.strategies s on s.run_id = r.id join trading.servers v on v.id = s.server_id
        join kit.leases l on l.name = v.worker and l.fence = v.fence and l.expires_at > clock_timestamp()
        where r.worker = $1 and r.fence = $2 and r.is_active and v.status in ('provisioning', 'active', 'stopping')
          and v.worker <> $1 and v.heartbeat_at > clock_timestamp() - interval '${ABANDONED}'
        order by r.id limit ${AT_ONCE} for no key update of r skip locked)
      update trading.runs r set fence = 0 from other where r.id = other.id returning r.id`,
    values: [lease, fence],
  });
  return rows.map(({ id }) => id);
}

/** Runs of the worker whose server is over, or winds down, and that go on trading. */
export async function listRunsWithoutServer(
  q: Queryable,
  { lease, fence }: RunWorker,
): Promise<readonly { readonly runId: number; readonly serverId: number }[]> {
  return q.query({
    name: "trading.ownerListRunsWithoutServer",
    text: `select r.id as "runId", s.server_id as "serverId" from trading.runs r
      join trading.strategies s on s.run_id = r.id join trading.servers v on v.id = s.server_id
      where r.worker = $1 and r.fence = $2 and r.is_active and v.status in ('stopping', 'disabled')
        and s.state in ('starting', 'running', 'paused', 'reconvening')
      order by r.id limit ${AT_ONCE}`,
    values: [lease, fence],
  });
}
