/** The result of an endpoint's `run`, for tests that call it as a function. */
import { WithHeaders } from "../../src/kit/endpoint/output.ts";

/** The value of an answer that has no headers of its own. */
export async function plainValue<Value>(answer: Value | Promise<Value>): Promise<Exclude<Value, WithHeaders<unknown>>> {
  const value = await answer;
  if (value instanceof WithHeaders) throw new Error("the answer has headers of its own");
  return value as Exclude<Value, WithHeaders<unknown>>;
}
