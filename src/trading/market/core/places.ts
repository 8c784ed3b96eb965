/**
 * How many places a step has: 2 for `0.01`, 0 for `1`. Steps of ten and more have fewer than none: -1 for `10`. A step
 * that is no power of ten counts the places that it needs: 1 for `0.5`.
 *
 * @param step decimal text above zero
 */
export function placesOf(step: string): number {
  const [whole = "", fraction = ""] = step.replace(/(\.\d*?)0+$/, "$1").split(".");
  if (fraction !== "") return fraction.length;
  const [zeros = ""] = /0+$/.exec(whole) ?? [];
  return zeros.length === 0 ? 0 : -zeros.length;
}
