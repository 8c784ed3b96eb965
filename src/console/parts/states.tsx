/** What stands in the place of an answer: it is on its way, there is nothing, it could not be had, or it is old. */
import type { ComponentChildren } from "preact";
import type { Asked } from "../live/asked.ts";
import { needsSignIn, type Failure } from "../live/failure.ts";
import { path } from "../live/place.ts";
import { say, texts } from "../say.ts";
import { CopyButton } from "./copy.tsx";
import { NextAsk } from "./next-ask.tsx";
import { clockText } from "./time.tsx";

export function Loading() {
  return (
    <p class="loading" role="status">
      {texts.states.loading}
    </p>
  );
}

interface EmptyProps {
  /** Says what is not there. */
  readonly title: string;
  /** The next step: a sentence, a command, a button. */
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

interface FailedProps {
  readonly failure: Failure;
  readonly again?: (() => void) | undefined;
  /** When it is asked again, in milliseconds since 1970. */
  readonly nextMs?: number | undefined;
}

/** What went wrong, how to go on, and the number by which the operator finds it in the log. */
export function Failed({ failure, again, nextMs }: FailedProps) {
  return (
    <div class="state failed" role="alert">
      <p class="state-title">{failure.message}</p>
      <div class="actions">
        <WaysOn failure={failure} again={again} />
      </div>
      {nextMs !== undefined && (
        <p>
          <NextAsk atMs={nextMs} />
        </p>
      )}
      {failure.requestId !== undefined && (
        <p class="faint">
          {texts.states.request} <code>{failure.requestId}</code> <CopyButton text={failure.requestId} />
        </p>
      )}
    </div>
  );
}

/** Signing in, where that would help, and trying again, unless the server has just said that it never does this. */
function WaysOn({ failure, again }: Pick<FailedProps, "failure" | "again">) {
  const [, service] = /^\/console\/(registry|players|trading)\//.exec(path.value) ?? [];
  return (
    <>
      {needsSignIn(failure) && service !== undefined && !path.value.endsWith("/sign-in") && (
        <a class="button" href={signInAddress(service)}>
          {texts.states.signIn}
        </a>
      )}
      {again && failure.status !== NOT_IMPLEMENTED && (
        <button type="button" onClick={again}>
          {texts.states.tryAgain}
        </button>
      )}
    </>
  );
}

const NOT_IMPLEMENTED = 501;

/** The page for signing in to a service, which comes back to this one. */
export function signInAddress(service: string): string {
  return `/console/${service}/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
}

interface ShowProps<Value> {
  readonly asked: Asked<Value>;
  /** Shown in the place of a value that holds nothing. */
  readonly empty?: ComponentChildren;
  readonly isEmpty?: (value: Value) => boolean;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows what was asked for. After a failure the last answer stays, and says how old it is. */
export function Show<Value>({ asked, empty, isEmpty, children }: ShowProps<Value>) {
  const { value, failure, again, nextMs } = asked;
  if (value === undefined) return failure ? <Failed failure={failure} again={again} nextMs={nextMs} /> : <Loading />;
  return (
    <>
      <Aged asked={asked} />
      {empty !== undefined && isEmpty?.(value) === true ? empty : children(value)}
    </>
  );
}

/** Says that what is shown is old, and why. Nothing where it is not. */
export function Aged({ asked }: { readonly asked: Pick<Asked<unknown>, "failure" | "atMs" | "nextMs" | "again"> }) {
  const { failure, atMs, nextMs, again } = asked;
  if (!failure) return null;
  return (
    <div class="aged" role="status">
      <span>{atMs === undefined ? failure.message : say(texts.states.asOf, { time: clockText(atMs) })}</span>
      {atMs !== undefined && <span class="faint">{failure.message}</span>}
      {nextMs !== undefined && <NextAsk atMs={nextMs} />}
      <WaysOn failure={failure} again={again} />
    </div>
  );
}
