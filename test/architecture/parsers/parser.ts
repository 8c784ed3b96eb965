/** A parser of foreign text, and the texts that are hardest for it. */

export interface Parser {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  /** What is repeated, in a text that begins and ends with something else. */
  readonly worst?: readonly (readonly [before: string, repeated: string, after: string])[];
}

/** A parser that takes the text and nothing else. */
export function named(parse: (text: string) => unknown, worst: Parser["worst"] = []): Parser {
  return { name: parse.name, parse, worst };
}
