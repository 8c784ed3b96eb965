/** Numbers of the market as the service writes them: all digits, no exponent, no digits that were not there. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../kit/time/spans.ts";

/** Such as `0.00000012`, where JavaScript would write `1.2e-7`. */
export function plainText(value: number): string {
  const text = String(value);
  const [, sign = "", head = "", tail = "", exponent = ""] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === "") return text;
  const digits = head + tail;
  const point = head.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, "0");
}

/** With zeros up to `places`, so that the points of a column stand below one another. No digit is cut off. */
export function paddedText(value: number, places: number): string {
  const text = plainText(value);
  const [whole = "", fraction = ""] = text.split(".", 2);
  return places > fraction.length ? `${whole}.${fraction.padEnd(places, "0")}` : text;
}

/** A fraction in percent: `0.1 %` for 0.001. */
export function percentText(fraction: number): string {
  // A hundred times a decimal fraction may have a tail that the fraction did not have.
  return `${plainText(Number((100 * fraction).toPrecision(12)))} %`;
}

/** How long something has been: `4 s`, `3 min`, `2 h`, `5 d`. The unit below is left out. */
export function lastedText(ms: number): string {
  const lasted = Math.max(0, ms);
  if (lasted < MINUTE_MS) return `${Math.floor(lasted / 1_000)} s`;
  if (lasted < HOUR_MS) return `${Math.floor(lasted / MINUTE_MS)} min`;
  return lasted < DAY_MS ? `${Math.floor(lasted / HOUR_MS)} h` : `${Math.floor(lasted / DAY_MS)} d`;
}
