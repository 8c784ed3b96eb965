/** Whether this runtime knows a time zone, by its IANA name. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
