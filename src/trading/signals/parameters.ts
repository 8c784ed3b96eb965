/** Parameters that several operations of signals take. */
import { Type } from "typebox";
import { DAY_MS } from "../../kit/time/spans.ts";

export const signalId = Type.String({
  minLength: 1,
  maxLength: 18,
  pattern: "^[0-9]{1,18}$",
  description: "The id of a signal",
});

export const iterationNumber = Type.String({
  minLength: 1,
  maxLength: 9,
  pattern: "^[0-9]{1,9}$",
  description: "The number of an iteration, as marketplace/signals-feed shows it",
});

export const executeWithin = Type.Integer({
  minimum: 1,
  maximum: DAY_MS,
  description: "Milliseconds in which strategies that follow the signal may begin",
});
