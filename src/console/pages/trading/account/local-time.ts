/** What a field for date and time holds: a time of the browser's own zone. */
export function secondsOfLocal(text: string): number {
  return Math.floor(new Date(text).getTime() / 1_000);
}

/** What a field for date and time holds at a moment: `2026-07-01T14:30`, in the browser's own zone. */
export function localOfSeconds(seconds: number): string {
  const at = new Date(seconds * 1_000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
