/** With fewer characters than this, eight of them would be most of the token. */
const SHORTEST_SHOWN = 16;

/** The shown part of a token: its first and last four characters, or nothing of a short one. */
export function maskToken(token: string): string {
  const characters = Array.from(token);
  if (characters.length < SHORTEST_SHOWN) return "****";
  return `${characters.slice(0, 4).join("")}****${characters.slice(-4).join("")}`;
}
