import { expect, test } from "vitest";
import { parseInstant, type Instant } from "../../../kit/time/instant.ts";
import { localTime } from "./local-time.ts";

const at = (text: string) => parseInstant(text) as Instant;

test.each([
  ["2026-01-31T09:00:00Z", "UTC", "YYYY-MM-DD", "2026-01-31 09:00 (UTC)"],
  ["2026-01-31T09:00:59Z", "Europe/Berlin", "DD.MM.YYYY", "31.01.2026 10:00 (Europe/Berlin)"],
  ["2026-07-31T09:00:00Z", "Europe/Berlin", "DD/MM/YYYY", "31/07/2026 11:00 (Europe/Berlin)"],
  ["2026-01-31T23:59:00Z", "Asia/Kolkata", "MM/DD/YYYY", "02/01/2026 05:29 (Asia/Kolkata)"],
  ["2026-01-31T00:00:00Z", "UTC", "DD.MM.YYYY", "31.01.2026 00:00 (UTC)"],
  ["2026-01-31T09:00:00Z", "Europe/Atlantis", "YYYY-MM-DD", "2026-01-31 09:00 (UTC)"],
])("%s in %s as %s is %s", (moment, timezone, dateFormat, expected) => {
  expect(localTime(at(moment), { timezone, dateFormat })).toBe(expected);
});
