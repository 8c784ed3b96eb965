/** What a field for date and time holds: a time of the browser's own zone. */
export function secondsOfLocal(text: string): number {
  return Math.floor(new Date(text).getTime() / 1_000);
}
