import { describe, expect, test } from "vitest";
import { formatInstant, parseInstant, type Instant } from "../../../kit/time/instant.ts";
import { invoiceLines, invoiceNumber, invoiceYear, monthsToInvoice } from "./invoice.ts";
import { anchorDayOf, periodFrom } from "./period.ts";

const instant = (text: string): Instant => parseInstant(text) ?? (0 as Instant);

test("a month is due for an invoice as soon as it is over, up to a year back, oldest first", () => {
  const months = monthsToInvoice(instant("2026-03-01T00:00:00Z")).map(({ from, to }) => [
    formatInstant(from),
    formatInstant(to),
  ]);
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual(["2025-03-01T00:00:00Z", "2025-04-01T00:00:00Z"]);
  expect(months.at(-1)).toEqual(["2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"]);
  expect(monthsToInvoice(instant("2026-02-28T23:59:59.999999Z")).at(-1)?.to).toBe(instant("2026-02-01T00:00:00Z"));
});

test("numbers belong to the year in which an invoice is made", () => {
  expect(invoiceNumber(invoiceYear(instant("2026-12-31T23:59:59Z")), 7)).toBe("2026-000007");
  expect(invoiceNumber(2026, 1_234_567)).toBe("2026-1234567");
});

describe("an invoice", () => {
  test("adds up its charges and what was given back", () => {
    const charges = [
      { description: "Server", amount: 300_000_000n },
      { description: "Server, not used", amount: -100_000_000n },
    ];
    expect(invoiceLines(charges, "Basic")).toEqual({
      items: [
        { description: "Server", quantity: "1", amount: "3.00000000" },
        { description: "Server, not used", quantity: "1", amount: "-1.00000000" },
      ],
      total: 200_000_000n,
    });
  });

  test("without charges names the package", () => {
    expect(invoiceLines([], "Free")).toEqual({
      items: [{ description: "Free package", quantity: "1", amount: "0.00000000" }],
      total: 0n,
    });
  });
});

describe("a paid month that begins", () => {
  test.each([
    ["2026-01-31T10:00:00Z", ["2026-02-28T10:00:00Z", "2026-03-31T10:00:00Z", "2026-04-30T10:00:00Z"]],
    ["2024-01-30T00:00:00Z", ["2024-02-29T00:00:00Z", "2024-03-30T00:00:00Z", "2024-04-30T00:00:00Z"]],
    ["2025-12-15T23:59:59.5Z", ["2026-01-15T23:59:59.5Z", "2026-02-15T23:59:59.5Z", "2026-03-15T23:59:59.5Z"]],
  ])("%s is followed by others on the same day, or the last one", (start, ends) => {
    const anchorDay = anchorDayOf(instant(start));
    let from = instant(start);
    for (const end of ends) {
      from = periodFrom(from, anchorDay).to;
      expect(formatInstant(from)).toBe(end);
    }
  });
});
