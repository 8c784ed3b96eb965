/** Sessions in memory, quick enough for days of them. One process writes them. */
import type {
  AppliedBatch,
  OpenSession,
  PresenceBatch,
  PresenceStore,
  SessionRow,
  Transition,
} from "../../src/players/presence/index.ts";
import { accountsOf, settle } from "../../src/players/presence/core/settle.ts";

export class MemorySessions implements PresenceStore {
  readonly transitions: Transition[] = [];
  /** By account, the oldest first. */
  readonly #rows = new Map<string, SessionRow[]>();

  async openSessions(server: string): Promise<OpenSession[]> {
    return this.open().filter((row) => row.server === server);
  }

  async apply({ changes }: PresenceBatch): Promise<AppliedBatch> {
    const latest = accountsOf(changes).flatMap((id) => {
      const last = this.#rows.get(id)?.at(-1);
      return last ? [[id, last] as const] : [];
    });
    const { rows, transitions, lost } = settle(changes, new Map(latest));
    for (const { isNew, ...row } of rows) {
      const its = this.#rows.get(row.platformId) ?? [];
      this.#rows.set(row.platformId, its);
      if (isNew) its.push(row);
      else its[its.findLastIndex(({ startedAt }) => startedAt === row.startedAt)] = row;
    }
    this.transitions.push(...transitions);
    return { lost };
  }

  async serversWithOpenSessions(): Promise<string[]> {
    return [...new Set(this.open().map(({ server }) => server))].sort();
  }

  async listSessions(platformIds: readonly string[]): Promise<SessionRow[]> {
    return platformIds.flatMap((id) => this.ofAccount(id));
  }

  async deleteSessionsBefore(): Promise<number> {
    return 0;
  }

  /** At most one of each account, and then its last. */
  open(): SessionRow[] {
    return Array.from(this.#rows.values(), (rows) => rows.at(-1)).filter(
      (row) => row?.endedAt === null,
    ) as SessionRow[];
  }

  ofAccount(platformId: string): readonly SessionRow[] {
    return this.#rows.get(platformId) ?? [];
  }

  all(): readonly SessionRow[] {
    return [...this.#rows.values()].flat();
  }
}
