import { formatPadded, parseFine } from "../../../kit/money/fine.ts";

/** A decimal as records show it: with 8 places, or with as many as it has up to 18. */
export function decimalText(text: string): string {
  return formatPadded(parseFine(text, "down") ?? 0n);
}
