/** Platform accounts and the state of keys in memory: what tests of the refresh need to look at. */
import type { AccountUpdate, StoredAccount } from "../../src/players/platform/index.ts";
import { refreshPlan } from "../../src/players/platform/core/refresh-plan.naive.ts";
import type { RefreshFacts } from "../../src/players/platform/core/refresh-plan.ts";
import type { PlatformState, PlatformStore } from "../../src/players/platform/store.ts";
import type { Instant } from "../../src/kit/time/instant.ts";

export type KeptAccount = StoredAccount & RefreshFacts & { readonly heldUntil: Instant | null };

export interface PlatformAccounts extends PlatformStore {
  readonly rows: Map<string, KeptAccount>;
  readonly states: Map<string, PlatformState>;
  /** All updates in the order in which they were saved. */
  readonly updates: AccountUpdate[];
  /** Adds or changes an account; one that is new was never seen and never checked. */
  put(platformId: string, facts?: Partial<KeptAccount>): void;
}

export function platformAccounts(): PlatformAccounts {
  const rows = new Map<string, KeptAccount>();
  const states = new Map<string, PlatformState>();
  const updates: AccountUpdate[] = [];
  const stateOf = (keyId: string): PlatformState => states.get(keyId) ?? NEW_STATE;
  return {
    rows,
    states,
    updates,
    put(platformId, facts = {}) {
      rows.set(platformId, { ...NEW_ACCOUNT, ...rows.get(platformId), ...facts, platformId });
    },
    async claimDue({ limit, now, until }) {
      const free = [...rows.values()].filter(({ heldUntil }) => heldUntil === null || heldUntil <= now);
      const due = refreshPlan(free, now).slice(0, limit);
      for (const row of due) rows.set(row.platformId, { ...row, heldUntil: until });
      return due.map(({ platformId, summary, bans, bansAt }) => ({ platformId, summary, bans, bansAt }));
    },
    async save(saved) {
      for (const update of saved) {
        const row = rows.get(update.platformId);
        if (!row || (row.checkedAt !== null && row.checkedAt > update.at)) continue;
        updates.push(update);
        rows.set(update.platformId, {
          ...row,
          ...(update.summary ? { summary: update.summary } : {}),
          ...(update.bans ? { bans: update.bans, bansAt: update.at } : {}),
          ...(update.isChecked ? { checkedAt: update.at, heldUntil: null } : {}),
        });
      }
    },
    findState: async (keyId) => states.get(keyId),
    async takeQuota({ keyId, day, calls, limit, now }) {
      const state = stateOf(keyId);
      const used = state.day === day ? state.calls : 0;
      const isPaused = state.pausedUntil !== null && state.pausedUntil > now;
      if (isPaused || day < state.day || used + calls > limit) return false;
      states.set(keyId, { ...state, day, calls: used + calls });
      return true;
    },
    async recordGood(keyId, at) {
      const state = stateOf(keyId);
      const lastGoodAt = Math.max(state.lastGoodAt ?? 0, at) as Instant;
      states.set(keyId, { ...state, lastGoodAt, lastProblem: null, strikes: NEW_STATE.strikes });
    },
    async recordProblem(keyId, { at, says, strikes, pausedUntil }) {
      const state = stateOf(keyId);
      const later = Math.max(pausedUntil ?? 0, state.pausedUntil ?? 0) as Instant;
      states.set(keyId, { ...state, lastProblem: { at, says }, strikes, pausedUntil: later === 0 ? null : later });
    },
  };
}

const NEW_ACCOUNT: Omit<KeptAccount, "platformId"> = {
  summary: null,
  bans: null,
  bansAt: null,
  isOnline: false,
  lastSeenAt: null,
  checkedAt: null,
  heldUntil: null,
};

const NEW_STATE: PlatformState = {
  day: "",
  calls: 0,
  strikes: { busy: 0, failed: 0 },
  pausedUntil: null,
  lastGoodAt: null,
  lastProblem: null,
};
