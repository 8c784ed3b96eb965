/**
 * How many places a step has: 2 for `0.01`, 0 for `1`. Steps of ten and more have fewer than none: -1 for `10`. A step
 * that is not a power of ten counts the places that it needs: 1 for `0.5`.
 *
 * @param step decimal text above zero
 */
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

export function placesOf(step: string): number {
  const [whole = "", written = ""] = step.split(".", 2);
  const fraction = withoutTrailing(written, "0");
  if (fraction !== "") return fraction.length;
  const zeros = whole.length - withoutTrailing(whole, "0").length;
  return zeros === 0 ? 0 : -zeros;
}
