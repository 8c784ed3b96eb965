/** Statuses that were set here on versions of an upstream. They are written while the server's row is locked. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import type { StatusHold } from "../core/status-hold.ts";

interface Row {
  readonly server_name: string;
  readonly version: string;
  readonly status: StatusHold["status"];
  readonly status_message: string | null;
  readonly status_changed_at: Instant;
  readonly held_at: Instant;
}

/** Holds these statuses from now on. */
export async function holdStatuses(tx: Transaction, holds: readonly StatusHold[]): Promise<void> {
  if (holds.length === 0) return;
  const rows = holds.map((hold) => ({
    name: hold.serverName,
    version: hold.version,
    status: hold.status,
    message: hold.statusMessage,
    status_changed_at: formatInstant(hold.statusChangedAt),
    held_at: formatInstant(hold.heldAt),
  }));
  await tx.execute({
    name: "registry.holdStatuses",
    text: `insert into registry.status_holds (server_name, version, status, status_message, status_changed_at, held_at)
      select i.name, i.version, i.status, i.message, i.status_changed_at, i.held_at
      from json_to_recordset($1::json) as i (name text, version text, status text, message text,
        status_changed_at timestamptz, held_at timestamptz)
      on conflict (server_name, version) do update set status = excluded.status,
        status_message = excluded.status_message, status_changed_at = excluded.status_changed_at,
        held_at = excluded.held_at`,
    values: [JSON.stringify(rows)],
  });
}

/** Lets the upstream decide again. */
export async function liftHolds(tx: Transaction, name: string, versions: readonly string[]): Promise<void> {
  await tx.execute({
    name: "registry.liftHolds",
    text: "delete from registry.status_holds where server_name = $1 and version = any ($2)",
    values: [name, versions],
  });
}

/** The holds of some versions of several servers. */
export async function findHolds(
  tx: Transaction,
  wanted: readonly { readonly name: string; readonly version: string }[],
): Promise<StatusHold[]> {
  const rows = await tx.query<Row>({
    name: "registry.findHolds",
    text: `select h.server_name, h.version, h.status, h.status_message, h.status_changed_at, h.held_at
      from unnest($1::text[], $2::text[]) as wanted (name, version)
      join registry.status_holds h on h.server_name = wanted.name and h.version = wanted.version`,
    values: [wanted.map(({ name }) => name), wanted.map(({ version }) => version)],
  });
  return rows.map((row) => ({
    serverName: row.server_name,
    version: row.version,
    status: row.status,
    statusMessage: row.status_message,
    statusChangedAt: row.status_changed_at,
    heldAt: row.held_at,
  }));
}
