/**
 * Notices that rows which are followed by rising numbers went back: after a failover that lost a moment, or a restore.
 * The change feed looks closer (`change-feed.ts`). This is for followers that lose little when they begin again.
 */

/**
 * SQL that names one run of one server, to any account and through any pooler: the microsecond at which it was started.
 * A server that takes over, or was restored from an older copy, has another start time. A primary
 * becomes a standby, or is rewound, only by a new start.
 *
 * The timeline would not do: the control file has it only after the checkpoint that follows a promotion, and a
 * restored copy of the files keeps it.
 */
export const SERVER_RUN = "to_char(pg_postmaster_start_time() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')";

/**
 * SQL that names a run of a server and a table in it. A dump that is restored in place, into a server that keeps running,
 * makes its tables again, and PostgreSQL gives no number of a table twice.
 *
 * @param table with its schema; a name from our own code
 */
export function runOfTable(table: string): string {
  return `${SERVER_RUN} || ' ' || '${table}'::regclass::oid`;
}

/** Where rows with rising numbers end. */
export interface NumbersEnd {
  /** From `runOfTable`. */
  readonly serverRun: string;
  /** The highest number; 0 where there is none. */
  readonly newest: number;
}

/**
 * Whether what was read up to `known` may not be stored any more, and other rows may have its numbers. True also after a
 * plain restart of the server, and when all rows were trimmed.
 */
export function wentBack(known: NumbersEnd, now: NumbersEnd): boolean {
  return now.serverRun !== known.serverRun || now.newest < known.newest;
}
