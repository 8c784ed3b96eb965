/**
 * A name as others may see it: its owner recognises it, but others cannot guess it. One or two characters stay at its
 * ends, of a short name only the first; how long it is does not show.
 *
 * @example
 * maskName("satoshi"); // "sa***i"
 */
export function maskName(name: string): string {
  const characters = Array.from(name);
  if (characters.length < 5) return `${characters.slice(0, 1).join("")}***`;
  return `${characters.slice(0, 2).join("")}***${characters.slice(-1).join("")}`;
}
