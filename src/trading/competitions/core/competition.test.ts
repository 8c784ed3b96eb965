import { describe, expect, test } from "vitest";
import { fromMillis, plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import {
  competitionState,
  editProblem,
  joinProblem,
  leaveProblem,
  termsProblem,
  type CompetitionTerms,
} from "./competition.ts";
import { maskName } from "./mask-name.ts";

const START = fromMillis(1_700_000_000_000);
const END = plusMillis(START, 7 * DAY_MS);
const before = (START - 1) as Instant;
const during = plusMillis(START, DAY_MS);
const terms: CompetitionTerms = {
  title: "Title",
  description: "Description",
  prize: 100n,
  currency: "USD",
  metric: "net_pnl",
  startsAt: START,
  endsAt: END,
  lateJoin: false,
  leaveAfterStart: false,
};
const open = { ...terms, lateJoin: true, leaveAfterStart: true };

describe("a competition", () => {
  test.each([
    [before, "upcoming"],
    [START, "running"],
    [(END - 1) as Instant, "running"],
    [END, "finished"],
  ])("at %i is %s", (now, state) => {
    expect(competitionState(terms, now)).toBe(state);
  });

  test.each([
    [terms, before, undefined, undefined],
    [terms, START, "started", "started"],
    [terms, END, "finished", "finished"],
    [open, before, undefined, undefined],
    [open, during, undefined, undefined],
    [open, END, "finished", "finished"],
  ])("case %#: is joined and left when that is allowed", (competition, now, join, leave) => {
    expect([joinProblem(competition, now), leaveProblem(competition, now)]).toEqual([join, leave]);
  });

  test.each([
    [{}, before, undefined],
    [{ endsAt: START }, before, "It must end after it starts"],
    [{ endsAt: plusMillis(START, 367 * DAY_MS) }, before, "It lasts at most 366 days"],
    [{}, END, "It must end after now"],
  ])("with %j is announced when it can take place", (change, now, problem) => {
    expect(termsProblem({ ...terms, ...change }, now)).toBe(problem);
  });

  const STAYS = "Its start, metric, prize and currency stay once it has started";
  test.each([
    [{ prize: 1n, metric: "volume", startsAt: during }, before, undefined],
    [{ prize: 1n }, during, STAYS],
    [{ metric: "volume" }, during, STAYS],
    [{ currency: "EUR" }, during, STAYS],
    [{ startsAt: before }, during, STAYS],
    [{ title: "Other", endsAt: plusMillis(END, DAY_MS) }, during, undefined],
    [{ endsAt: (during - 1) as Instant }, during, "It must end after now"],
    [{ endsAt: plusMillis(END, 1) }, END, "Its end stays once it is over"],
    [{ title: "Other", description: "Other" }, END, undefined],
  ] as const)("case %#: can be changed as long as no account has relied on it", (change, now, problem) => {
    expect(editProblem(terms, { ...terms, ...change }, now)).toBe(problem);
  });
});

test.each([
  ["satoshi", "sa***i"],
  ["alice", "al***e"],
  ["anna", "a***"],
  ["a", "a***"],
  ["", "***"],
  ["😀😀😀😀😀😀", "😀😀***😀"],
])("%j is shown to others as %s", (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
