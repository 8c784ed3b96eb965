/** One thing that was tried or noticed, in a sentence for the operator: without secrets. */
import { UserError } from "../errors/user-error.ts";
import type { Trial } from "../service.ts";

export interface CheckLine {
  /** Such as `database` or `upstream`. */
  readonly what: string;
  /** False for what has to be mended. */
  readonly isRight: boolean;
  readonly says: string;
}

/** Whatever is tried outside has this long: a check that hangs says nothing. */
const TRIAL_MS = 20_000;

/** Tries something. A failure that the operator can mend is shown in its own words, any other by its code. */
export async function checkLine(what: string, run: () => Promise<string>): Promise<CheckLine> {
  try {
    return { what, isRight: true, says: await run() };
  } catch (error) {
    const says = error instanceof UserError ? error.message : `does not work: ${reasonOf(error)}`;
    return { what, isRight: false, says };
  }
}

/** Runs a service's trial, for 20 seconds at most. */
export function runTrial(trial: Trial): Promise<CheckLine> {
  return checkLine(trial.what, () => within((signal) => trial.run(signal)));
}

async function within(run: (signal: AbortSignal) => Promise<string>): Promise<string> {
  const signal = AbortSignal.timeout(TRIAL_MS);
  const late = new UserError(`no answer within ${TRIAL_MS / 1_000} seconds`);
  return Promise.race([
    run(signal).catch((error: unknown) => {
      throw signal.aborted ? late : error;
    }),
    new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(late), { once: true })),
  ]);
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : "an unexpected error";
}
