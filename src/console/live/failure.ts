/** Why something could not be done, in words for the person who sees it. */
import { say, texts } from "../say.ts";
import { TripodError } from "./clients.ts";
import { spanText } from "./span-text.ts";

export interface Failure {
  /** A sentence. */
  readonly message: string;
  readonly status: number | undefined;
  readonly code: number | string | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** It is not known whether the change was made. */
  readonly mayHaveHappened: boolean;
}

const UNAUTHENTICATED = 401;

export function failureOf(error: unknown): Failure {
  if (!(error instanceof TripodError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, status: undefined, code: undefined, requestId: undefined, mayHaveHappened: false };
  }
  const { status, code, requestId, mayHaveHappened } = error;
  return { message: messageOf(error), status, code, requestId, mayHaveHappened };
}

/** Whether signing in would help. */
export function needsSignIn({ status }: Failure): boolean {
  return status === UNAUTHENTICATED;
}

function messageOf({ kind, message, retryAfterMs, operation }: TripodError): string {
  if (kind === "noAnswer") return texts.failures.noAnswer;
  if (kind === "unreadable") return texts.failures.unreadable;
  // The client puts the operation before the sentence, for logs.
  const said = message.startsWith(`${operation}: `) ? message.slice(operation.length + 2) : message;
  if (retryAfterMs === undefined || retryAfterMs < 1_000) return said;
  return `${said} ${say(texts.failures.tryAgainIn, { time: spanText(retryAfterMs) })}`;
}
