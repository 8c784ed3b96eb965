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
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined;
}

const UNAUTHENTICATED = 401;

export function failureOf(error: unknown): Failure {
  if (!(error instanceof TripodError)) {
    const message = error instanceof Error ? error.message : String(error);
    const unknown = { status: undefined, code: undefined, requestId: undefined, retryAfterMs: undefined };
    return { message, ...unknown, mayHaveHappened: false };
  }
  const { status, code, requestId, mayHaveHappened, retryAfterMs } = error;
  return { message: messageOf(error), status, code, requestId, mayHaveHappened, retryAfterMs };
}

/** Whether signing in would help. */
export function needsSignIn({ status }: Pick<Failure, "status">): boolean {
  return status === UNAUTHENTICATED;
}

const SECOND_MS = 1_000;

function messageOf({ kind, message, retryAfterMs, operation }: TripodError): string {
  if (kind === "noAnswer") return texts.failures.noAnswer;
  if (kind === "unreadable") return texts.failures.unreadable;
  // The client puts the operation before the sentence, for logs.
  const said = message.startsWith(`${operation}: `) ? message.slice(operation.length + 2) : message;
  if (retryAfterMs === undefined || retryAfterMs < SECOND_MS) return said;
  // Most sentences of the services name the seconds themselves.
  if (said.includes(` ${Math.ceil(retryAfterMs / SECOND_MS)} `)) return said;
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`;
  return `${sentence} ${say(texts.failures.tryAgainIn, { time: spanText(retryAfterMs) })}`;
}
