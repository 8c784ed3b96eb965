/** A username that others may see: its first character and its length are all that is left. */
export function maskUsername(username: string): string {
  const [first = "", ...rest] = username;
  return `${first}${"*".repeat(Math.min(rest.length, 10))}`;
}
