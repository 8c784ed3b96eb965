/** Sessions in memory, slow and obvious: what tests write presence to, and what they hold the real storage against. */
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { OpenSession, Transition } from "./core/presence-types.ts";
import { accountsOf, settle, type SessionRow } from "./core/settle.ts";
import type { AppliedBatch, PresenceBatch, PresenceStore } from "./store.ts";

export class NaivePresenceStore implements PresenceStore {
  rows: SessionRow[] = [];
  readonly transitions: Transition[] = [];
  /** The fence that holds each server; a server that is not named takes any. */
  readonly fences = new Map<string, number>();
  /** Called before and after each batch is written; may throw. */
  trouble: (when: "before" | "after", batch: PresenceBatch) => void = () => undefined;
  readonly #applied = new Map<string, { readonly fence: number; readonly number: number }>();

  async openSessions(server: string, fence: number): Promise<OpenSession[]> {
    this.#assertFence(server, fence);
    return this.open().filter((session) => session.server === server);
  }

  async apply(batch: PresenceBatch): Promise<AppliedBatch> {
    this.trouble("before", batch);
    const { server, fence, number, changes } = batch;
    this.#assertFence(server, fence);
    const before = this.#applied.get(server);
    if (before?.fence === fence && before.number >= number) {
      const here = new Set(this.open().map((session) => `${session.server} ${session.platformId}`));
      const named = accountsOf(changes.filter(({ kind }) => kind !== "close"));
      return { lost: named.filter((id) => !here.has(`${server} ${id}`)) };
    }
    const settled = settle(changes, this.#latest(accountsOf(changes)));
    for (const { isNew, ...row } of settled.rows) {
      if (!isNew) this.rows = this.rows.filter((old) => keyOf(old) !== keyOf(row));
      if (this.rows.some((old) => keyOf(old) === keyOf(row))) throw new Error(`there are two rows ${keyOf(row)}`);
      this.rows.push(row);
    }
    this.transitions.push(...settled.transitions);
    this.#applied.set(server, { fence, number });
    this.trouble("after", batch);
    return { lost: settled.lost };
  }

  async serversWithOpenSessions(): Promise<string[]> {
    return [...new Set(this.open().map(({ server }) => server))].sort();
  }

  async listSessions(
    platformIds: readonly string[],
    since: Instant,
    limit: number,
    before?: Instant,
  ): Promise<SessionRow[]> {
    return platformIds.flatMap((id) =>
      this.ofAccount(id)
        .filter(({ endedAt }) => endedAt === null || endedAt >= since)
        .filter(({ startedAt }) => before === undefined || startedAt < before)
        .reverse()
        .slice(0, limit),
    );
  }

  async deleteSessionsBefore(at: Instant): Promise<number> {
    const kept = this.rows.filter(({ endedAt }) => endedAt === null || endedAt >= at);
    const removed = this.rows.length - kept.length;
    this.rows = kept;
    return removed;
  }

  open(): SessionRow[] {
    return this.rows.filter(({ endedAt }) => endedAt === null);
  }

  ofAccount(platformId: string): SessionRow[] {
    return this.rows.filter((row) => row.platformId === platformId).sort((a, b) => a.startedAt - b.startedAt);
  }

  faults(): string[] {
    return sessionFaults(this.rows, this.transitions);
  }

  #assertFence(server: string, fence: number): void {
    if ((this.fences.get(server) ?? fence) !== fence) throw new LeaseLost(`the lease of ${server} was lost`);
  }

  #latest(platformIds: readonly string[]): Map<string, SessionRow> {
    return new Map(
      platformIds.flatMap((id) => {
        const last = this.ofAccount(id).at(-1);
        return last ? [[id, last] as const] : [];
      }),
    );
  }
}

function keyOf({ platformId, startedAt }: SessionRow): string {
  return `${platformId} ${startedAt}`;
}

/** The broken rules of all sessions and of their reports at a moment; empty when all hold. */
export function sessionFaults(all: readonly SessionRow[], transitions: readonly Transition[]): string[] {
  const faults: string[] = [];
  for (const platformId of new Set(all.map((row) => row.platformId))) {
    const rows = all.filter((row) => row.platformId === platformId).sort((a, b) => a.startedAt - b.startedAt);
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      if (row.lastSeen < row.startedAt) faults.push(`${keyOf(row)} was last seen before it began`);
      if (row.endedAt !== null && row.endedAt < row.lastSeen) faults.push(`${keyOf(row)} was seen after it ended`);
      if (next && (row.endedAt === null || row.endedAt > next.startedAt)) faults.push(`${keyOf(row)} overlaps`);
    }
    const told = transitions.filter((transition) => transition.platformId === platformId);
    let at: string | undefined;
    for (const transition of told) {
      const before = transition.kind === "left" ? transition.server : "from" in transition && transition.from;
      if ((before || undefined) !== at) faults.push(`${platformId} ${transition.kind} from ${at ?? "nowhere"}`);
      at = transition.kind === "left" ? undefined : transition.server;
    }
    const open = rows.find(({ endedAt }) => endedAt === null)?.server;
    if (open !== at) faults.push(`${platformId} is reported on ${at ?? "no server"}, and is on ${open ?? "none"}`);
  }
  return faults;
}
