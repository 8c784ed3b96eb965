/** Texts of the console. All of them stand in `texts.json`, so that they can be read, corrected and translated in one place. */
import texts from "./texts.json" with { type: "json" };

export { texts };

/**
 * Fills the places of a text: `say("{n} players", { n: 3 })`. A place without a value stays as it is, so that a mistake is
 * seen.
 */
export function say(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? isolated(String(values[name])) : place,
  );
}

/** Characters that turn the writing round, until an end that a name need not have. */
const TURNING = /\p{Bidi_Control}/u;
const [ISOLATE, END] = ["\u2068", "\u2069"];

/** A name that turns the writing round turns nothing behind it. */
function isolated(value: string): string {
  return TURNING.test(value) ? `${ISOLATE}${value}${END}` : value;
}

/** `one` for 1, else `many`; `{n}` is the number. */
export function count(n: number, { one, many }: { readonly one: string; readonly many: string }): string {
  return say(n === 1 ? one : many, { n });
}
