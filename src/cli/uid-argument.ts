import { InvalidArgumentError } from "commander";

/** A user's number, as an argument of a command. */
export function uid(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a number, as in the list of users.");
  return Number(text);
}
