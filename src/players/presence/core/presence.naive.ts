/**
 * Presence once more, slowly: for one account at a time, from the whole history, with every server judged at every
 * step. The slow twin of the real machine, for tests.
 */
import type { Instant } from "../../../kit/time/instant.ts";
import type { Presence } from "./presence.ts";
import type { PresenceOutcome, SeenAccount, Transition } from "./presence-types.ts";

/** An input as a value. */
export type PresenceInput = { readonly server: string; readonly at: Instant } & (
  | { readonly kind: "observed"; readonly accounts: readonly SeenAccount[]; readonly unread?: readonly string[] }
  | { readonly kind: "failed" | "tick" | "removed" }
  | { readonly kind: "joined"; readonly account: SeenAccount }
  | { readonly kind: "left"; readonly platformId: string }
);

/** Gives an input to the real machine. */
export function give(presence: Presence, input: PresenceInput): PresenceOutcome {
  switch (input.kind) {
    case "observed":
      return presence.observed(input.server, input.at, input.accounts, input.unread);
    case "joined":
      return presence.joined(input.server, input.at, input.account);
    case "left":
      return presence.left(input.server, input.at, input.platformId);
    case "failed":
      return presence.failed(input.server, input.at);
    case "removed":
      return presence.serverRemoved(input.server, input.at);
    case "tick":
      return presence.tick(input.at);
  }
}

const SECOND = 1_000_000;
const STALE = 120 * SECOND;
const HOLD = 30 * SECOND;
const HOUR = 3_600 * SECOND;

/** One server's state of the account. */
interface View {
  server: string;
  polledAt: number | undefined;
  listing: { name: string; since: number; lastSeen: number; misses: number } | undefined;
  leftAt: number | undefined;
  /** The unread lines of each poll from the one that named the account last to the latest. */
  lines: (readonly string[])[];
}

/** The transitions of one account. */
export function transitionsNaively(history: readonly PresenceInput[], platformId: string): Transition[] {
  const account = new NaiveAccount(platformId);
  for (const input of history) account.take(input);
  return account.transitions;
}

class NaiveAccount {
  readonly transitions: Transition[] = [];
  readonly #platformId: string;
  #views: View[] = [];
  #session: { server: string; startedAt: number } | undefined;
  #now = Number.MIN_SAFE_INTEGER;
  #lastStart = this.#now;

  constructor(platformId: string) {
    this.#platformId = platformId;
  }

  take(input: PresenceInput): void {
    this.#now = Math.max(this.#now, input.at);
    if (input.kind === "observed" || input.kind === "joined") {
      this.#now = this.#lastStart = Math.max(this.#now, this.#lastStart + 1);
    }
    const view = this.#viewOf(input.server);
    for (const each of this.#views) this.#judge(each);
    const isRecent = this.#now - input.at < STALE;
    if (input.kind === "observed") {
      this.#polled(
        view,
        input.accounts.find(({ platformId }) => platformId === this.#platformId),
        input.unread ?? [],
      );
    } else if (input.kind === "joined" && input.account.platformId === this.#platformId && isRecent) {
      this.#joined(view, input.at, input.account.name);
    } else if (input.kind === "left" && input.platformId === this.#platformId && isRecent) {
      this.#left(view, input.at);
    } else if (input.kind === "removed") {
      this.#drop(view);
      this.#views = this.#views.filter((each) => each !== view);
    }
  }

  #polled(view: View, seen: SeenAccount | undefined, unread: readonly string[]): void {
    const wasKnown = view.polledAt !== undefined;
    view.polledAt = this.#now;
    const mayHide = unread.some((line) => view.lines.some((lines) => !lines.includes(line)));
    view.lines = seen || !view.listing ? [unread] : [...view.lines, unread];
    if (!seen) {
      view.leftAt = undefined;
      if (view.listing && mayHide && this.#now - view.listing.lastSeen < HOUR) return;
      if (view.listing && ++view.listing.misses === 2) this.#drop(view);
    } else if (view.listing || view.leftAt === undefined || this.#now - view.leftAt >= HOLD) {
      const isJoin = !view.listing && wasKnown && view.leftAt === undefined;
      view.leftAt = undefined;
      this.#see(view, seen.name, this.#now);
      this.#claim(view, isJoin);
    }
  }

  #joined(view: View, at: number, name: string): void {
    const heard = [view.polledAt, view.listing?.lastSeen, view.leftAt];
    if (heard.some((time) => time !== undefined && at <= time)) return;
    view.leftAt = undefined;
    this.#see(view, name, at);
    this.#claim(view, this.#session === undefined || this.#session.startedAt <= at);
  }

  #left(view: View, at: number): void {
    const { listing } = view;
    const isNews = listing
      ? at >= listing.since && listing.lastSeen - at < HOLD
      : view.polledAt === undefined || at > view.polledAt;
    if (!isNews) return;
    view.leftAt = Math.max(view.leftAt ?? at, at);
    this.#drop(view, at);
  }

  #viewOf(server: string): View {
    const known = this.#views.find((view) => view.server === server);
    const view = known ?? { server, polledAt: undefined, listing: undefined, leftAt: undefined, lines: [[]] };
    if (!known) this.#views.push(view);
    return view;
  }

  #judge(view: View): void {
    if (view.polledAt !== undefined && this.#now - view.polledAt >= STALE) view.polledAt = undefined;
    if (view.polledAt !== undefined) return;
    if (view.listing && this.#now - view.listing.lastSeen >= STALE) this.#drop(view);
    if (view.leftAt !== undefined && this.#now - view.leftAt >= STALE) view.leftAt = undefined;
  }

  #see(view: View, name: string, since: number): void {
    const before = view.listing;
    view.listing = { name: name || before?.name || "", since: before?.since ?? since, lastSeen: this.#now, misses: 0 };
  }

  #claim(view: View, isJoin: boolean): void {
    const from = this.#session?.server;
    if (from !== undefined && (from === view.server || !isJoin)) return;
    this.#session = { server: view.server, startedAt: this.#now };
    const common = this.#common(view, this.#now);
    this.transitions.push(from === undefined ? { kind: "joined", ...common } : { kind: "moved", from, ...common });
  }

  /** Ends the listing, if there is one. */
  #drop(view: View, leftAt = Number.MIN_SAFE_INTEGER): void {
    const endedAt = Math.max(view.listing?.lastSeen ?? leftAt, leftAt);
    if (view.listing && this.#session?.server === view.server) {
      this.transitions.push({ kind: "left", ...this.#common(view, endedAt) });
      this.#session = undefined;
    }
    view.listing = undefined;
  }

  #common({ server, listing }: View, at: number) {
    return { platformId: this.#platformId, name: listing?.name ?? "", server, at: at as Instant };
  }
}
