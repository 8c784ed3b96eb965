/** The storage port of addresses of charting tools. */
import type { Instant } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import type { Page } from "../page.ts";
import type { HookMessage, Refused } from "./core/hook-text.ts";
import type { AcceptedTrigger, SignalDoer, TriggerFacts, TriggerTarget } from "./store.ts";

/** How long a message of a hook that names an id or a time is known. */
export const MESSAGES_KEPT_MS = 7 * DAY_MS;

export interface Hook {
  readonly id: number;
  readonly signalId: number;
  readonly label: string;
  readonly executeWithinMs: number;
  readonly maximumAmount: string;
  readonly createdAt: Instant;
  /** The newest message; undefined before the first. */
  readonly last:
    | { readonly receivedMs: number; readonly outcome: "triggered" | "refused"; readonly answer: unknown }
    | undefined;
}

/** The outcome of a message. `repeated`: it came before, and the first answer is given again. */
export interface HookOutcome {
  readonly outcome: "triggered" | "refused";
  readonly repeated: boolean;
  readonly answer: HookAnswer;
}

export type HookAnswer = AcceptedTrigger | { readonly reason: string };

/** The other end of an address. */
export interface HookTarget extends TriggerTarget {
  readonly hookId: number;
}

export interface HookStore {
  /** @throws signalErrors.notFound, notYours, tooManyHooks */
  addHook(
    by: SignalDoer,
    hook: {
      readonly signalId: number;
      readonly label: string;
      readonly tokenHash: Buffer;
      readonly executeWithinMs: number;
      readonly maximumAmount: string;
    },
  ): Promise<Hook>;
  pageHooks(by: SignalDoer, page: Page): Promise<{ readonly hooks: readonly Hook[]; readonly total: number }>;
  /** Whether there was one that is not revoked yet. */
  revokeHook(by: SignalDoer, id: number): Promise<boolean>;
  /** Undefined for an address that is unknown or revoked. */
  findTarget(tokenHash: Buffer): Promise<HookTarget | undefined>;
  /** Triggers the signal as a message says, unless the message came before. */
  receive(
    target: HookTarget,
    message: { readonly text: string; readonly read: HookMessage | Refused },
    facts: TriggerFacts,
    at: Instant,
  ): Promise<HookOutcome | undefined>;
  /** Forgets messages that cannot come again; answers how many. */
  forgetMessages(before: Instant): Promise<number>;
}
