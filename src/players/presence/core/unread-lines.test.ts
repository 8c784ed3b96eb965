import { describe, expect, test } from "vitest";
import { fromMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { Presence } from "./presence.ts";
import type { PresenceOutcome } from "./presence-types.ts";

const ANNA = { platformId: "76561198000000001", name: "annaplays" };
const WOLF = { platformId: "0002abcdef0123456789abcdef012345", name: "xX_Wolf_Xx" };

/** Seconds since some moment. */
const at = (seconds: number): Instant => fromMillis(1_700_000_000_000 + seconds * 1_000);
const secondsOf = (instant: Instant): number => (toMillis(instant) - 1_700_000_000_000) / 1_000;

/** An event and its player, in short: `joined Island 15 annaplays`. */
function told({ transitions }: PresenceOutcome): string[] {
  return transitions.map((each) => {
    const from = each.kind === "moved" ? ` from ${each.from}` : "";
    return `${each.kind} ${each.server}${from} ${secondsOf(each.at)} ${each.name}`;
  });
}

/** A machine that has polled both servers, empty, at second 0. */
function polled(): Presence {
  const presence = new Presence();
  presence.observed("Island", at(0), []);
  presence.observed("Ragnarok", at(0), []);
  return presence;
}

describe("an account that a list does not name", () => {
  test("stays while a line that could not be read may hide it, for an hour at most", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA, WOLF]);
    for (let second = 30; second < 3_615; second += 15) {
      expect(told(presence.observed("Island", at(second), [WOLF], ["odd"]))).toEqual([]);
    }
    presence.observed("Island", at(3_615), [WOLF], ["odd"]);
    expect(told(presence.observed("Island", at(3_630), [WOLF], ["odd"]))).toEqual(["left Island 15 annaplays"]);
  });

  test("goes on when the line that hid it can be read again", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA, WOLF]);
    for (const second of [30, 45, 60]) presence.observed("Island", at(second), [WOLF], ["odd"]);
    expect(told(presence.observed("Island", at(75), [WOLF, ANNA]))).toEqual([]);
    expect(presence.onlineCount("Island")).toBe(2);
  });

  test("is not hidden by a line that was there beside it", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA, WOLF], ["odd"]);
    presence.observed("Island", at(30), [WOLF], ["odd"]);
    expect(told(presence.observed("Island", at(45), [WOLF], ["odd"]))).toEqual(["left Island 15 annaplays"]);
  });
});
