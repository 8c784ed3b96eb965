/** `isSeenBy` as a condition of SQL, for rows of events that are kept. */
import type { Viewer } from "../core/happening.ts";

/** The columns of a row that say whose the event is. */
interface SeenColumns {
  readonly uid: string;
  readonly isOfKey: string;
  readonly exchange: string;
}

/**
 * The condition under which a viewer sees a row of its account. Its parameters are `viewerValues`: $1 the account, $2 the
 * user, $3 sees profiles, $4 uses the main account's keys, $5 at which exchanges.
 */
export function seenCondition({ uid, isOfKey, exchange }: SeenColumns): string {
  return `($2::bigint = $1::bigint or ${uid} is null or ${uid} = $2
    or case when ${isOfKey} then $4::boolean and ${uid} = $1 and ($5::text[] is null or ${exchange} = any ($5))
      else $3::boolean end)`;
}

/** The parameters from $1 to $5. */
export function viewerValues({ ownerUid, uid, seesProfiles, usesMasterKeys, exchanges }: Viewer): unknown[] {
  return [ownerUid, uid, seesProfiles, usesMasterKeys, exchanges];
}
