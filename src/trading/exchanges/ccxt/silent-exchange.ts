/** An exchange that does not answer, or not fully: how it differs from a refusal, and what is shown of it. */

/** Everybody reads an exchange's health: what it said to one customer is not for them. */
export function silenceOf(status: number | undefined): string {
  return status === undefined ? "The exchange does not answer" : `The exchange answers with status ${String(status)}`;
}

/** An answer that stopped half way. Named like the library's class of time-outs. */
export class LateAnswer extends Error {
  override readonly name = "RequestTimeout";
}

/** Errors of the line or of a broken exchange, as opposed to answers that say no. */
export function isSilence(classes: readonly string[], status: number | undefined): boolean {
  if (status !== undefined && status < 500) return false;
  return (
    status !== undefined ||
    classes.some((name) => name === "NetworkError" || name === "RequestTimeout" || name === "OperationFailed") ||
    !classes.includes("BaseError")
  );
}
