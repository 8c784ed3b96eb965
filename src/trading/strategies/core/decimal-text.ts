import { formatFine, parseFine } from "../../../kit/money/fine.ts";

/** A decimal as records show it: with 8 places, or with as many as it has up to 18. */
export function decimalText(text: string): string {
  const [whole, fraction = ""] = formatFine(parseFine(text, "down") ?? 0n).split(".");
  return `${whole}.${fraction.padEnd(8, "0")}`;
}
