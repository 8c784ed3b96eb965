/** Days of the reader's calendar as instants. */

/** When a local day (`2026-03-01`) begins, or one `daysLater`, as RFC 3339. Another text is passed on: the registry says what is wrong. */
export function startOfDay(day: string, daysLater = 0): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return day;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}
