import { expect, test } from "vitest";
import { afterSteps, ticketNumber, type TicketEvent, type TicketStatus } from "./ticket-state.ts";

type Row = readonly [event: TicketEvent, after: readonly (TicketStatus | undefined)[]];
const STATUSES: readonly TicketStatus[] = ["open", "answered", "waiting", "closed"];

test.each<Row>([
  // from open, answered, waiting, closed
  ["userWrites", ["open", "open", "open", "open"]],
  ["staffAnswers", ["answered", "answered", "answered", undefined]],
  ["staffAsks", ["waiting", "waiting", "waiting", undefined]],
  ["close", ["closed", "closed", "closed", undefined]],
  ["reopen", [undefined, undefined, undefined, "open"]],
])("%s leads from open, answered, waiting and closed to %j, and nowhere else", (event, after) => {
  for (const [at, status] of STATUSES.entries()) {
    const expected = after[at] === undefined ? { wrongStatus: status } : { status: after[at], added: [] };
    expect(afterSteps({ status, messages: 1 }, [{ event }], 10)).toEqual(expected);
  }
});

test("steps follow each other, and one that cannot be taken refuses all", () => {
  const steps = [{ event: "userWrites", message: "still broken" }, { event: "close" }] as const;
  expect(afterSteps({ status: "closed", messages: 1 }, steps, 10)).toEqual({
    status: "closed",
    added: ["still broken"],
  });
  expect(afterSteps({ status: "open", messages: 1 }, [...steps, { event: "close" }], 10)).toEqual({
    wrongStatus: "closed",
  });
});

test("a ticket holds as many messages as it may, and is closed when it is full all the same", () => {
  const write = [{ event: "userWrites", message: "more" }] as const;
  expect(afterSteps({ status: "open", messages: 9 }, write, 10)).toMatchObject({ added: ["more"] });
  expect(afterSteps({ status: "open", messages: 10 }, write, 10)).toEqual({ tooManyMessages: 10 });
  expect(afterSteps({ status: "open", messages: 10 }, [{ event: "close" }], 10)).toMatchObject({ status: "closed" });
});

test("numbers have at least six digits", () => {
  expect([42, 1_234_567].map(ticketNumber)).toEqual(["T000042", "T1234567"]);
});
