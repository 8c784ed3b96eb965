/** Texts of publishers that no snippet may carry, however it is quoted. */

export type Unsafe = "control" | "expands";

/**
 * Why a text has no place in a snippet; undefined where it has one.
 *
 * Quoting keeps a text one word of a shell and one string of a JSON document. Two kinds of text reach further:
 * - `control`: characters that a terminal obeys while a text is pasted, such as an escape that ends the paste, and characters
 *   that show a text in another order than it is read;
 * - `expands`: `${`, which VS Code, Claude Code and Cursor replace by variables, files and outputs of commands of the reader's
 *   machine. They have no escape for it, so that a publisher could send such a value to a server of their own.
 */
export function whyUnsafe(text: string): Unsafe | undefined {
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(text)) return "control";
  return text.includes("${") ? "expands" : undefined;
}
