import { InvalidArgumentError } from "commander";

/** A whole number above zero, as an option takes it. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (!/^\d{1,12}$/.test(text) || value < 1) throw new InvalidArgumentError("It must be a whole number above zero.");
  return value;
}
