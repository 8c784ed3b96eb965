/** Reads ARK's answer to `GetChat`: what was said since the last request. */

export type ChatLine =
  | {
      readonly kind: "said";
      /** The account's name at its platform. */
      readonly platformName: string;
      /** The name of the survivor. */
      readonly characterName: string;
      readonly text: string;
    }
  /** A line of the server itself or of a plugin, or a line of a message after its first. */
  | { readonly kind: "other"; readonly text: string };

/** ARK's answer when it has nothing to say. */
const NOTHING = "Server received, But no response!!";

/**
 * Reads every line that is not blank; a line of another form is kept as text. Names are what players chose: a line
 * proves nothing about who said it.
 *
 * @example
 * parseChat("Bob77 (Bob the Builder): hello \n");
 * // [{ kind: "said", platformName: "Bob77", characterName: "Bob the Builder", text: "hello" }]
 */
export function parseChat(text: string): readonly ChatLine[] {
  return answerLines(text).map((line) => {
    const said = readSaid(line);
    return said ? { kind: "said", ...said } : { kind: "other", text: line };
  });
}

/** The lines of an answer, without blanks at their ends; none when ARK says that it has nothing to say. */
export function answerLines(text: string): readonly string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length === 1 && lines[0] === NOTHING ? [] : lines;
}

/**
 * Reads `PlatformName (CharacterName): text`; undefined when the line has another form. By position and not by a
 * regular expression, which takes minutes for a line of brackets from an attacker.
 */
export function readSaid(
  line: string,
): { readonly platformName: string; readonly characterName: string; readonly text: string } | undefined {
  const open = line.indexOf(" (");
  const close = open === -1 ? -1 : line.indexOf("):", open + 2);
  if (close === -1) return undefined;
  return {
    platformName: line.slice(0, open),
    characterName: line.slice(open + 2, close),
    text: line.slice(close + 2).trim(),
  };
}
