/** What an operation answers whose part of the platform is not built in yet: 501, never something invented. */
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import { errors } from "../kit/errors/catalogue.ts";

export const pendingErrors = errors("pending", {
  signals: {
    status: 501,
    says: "{operation} needs the marketplace of signals, which this version does not have yet",
    code: "5102",
  },
});

/** Last sentence of the description of every operation that waits for the marketplace of signals. */
export const PENDING_NOTE = "Answers 501 until the marketplace of signals is there.";

export const AWAITED = ["signals"] as const;
type Awaited = (typeof AWAITED)[number];

/** What an operation waits for, by the errors that it declares; null for one that works. */
export function waitsFor({ errors: declared }: Pick<AnyEndpoint, "errors">): Awaited | null {
  return declared.some(({ spec }) => spec === pendingErrors.signals.spec) ? "signals" : null;
}

/** Whether an operation is declared, and answers 501 so far. */
export function isPending(endpoint: Pick<AnyEndpoint, "errors">): boolean {
  return waitsFor(endpoint) !== null;
}
