import { describe, expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { isTold, payloadOf, type Happening, type Listener } from "./happening.ts";

const OWNER = 1;
const MEMBER = 2;
const at = fromMillis(1_767_225_600_000);
const listener = (changes: Partial<Listener> = {}): Listener => ({
  id: "1000001",
  ownerUid: OWNER,
  uid: MEMBER,
  events: ["order.filled", "risk.halted"],
  seesProfiles: false,
  usesMasterKeys: false,
  exchanges: null,
  ...changes,
});
const happening = (changes: Partial<Happening> = {}): Happening => ({
  event: "order.filled",
  ownerUid: OWNER,
  uid: OWNER,
  at,
  data: {},
  ...changes,
});
const ofKey = { event: "risk.halted", isOfKey: true } as const;

describe("a webhook receives an event", () => {
  test.each<[string, Partial<Listener>, Partial<Happening>, boolean]>([
    ["of a main account, of a sub-account's order", { uid: OWNER }, { uid: MEMBER }, true],
    ["of a sub-account, of its own order", {}, { uid: MEMBER }, true],
    ["of a sub-account, of the main account's order", {}, {}, false],
    ["of a sub-account that views all profiles, of any order", { seesProfiles: true }, { uid: 3 }, true],
    ["of a sub-account, of what all users see", {}, { uid: null }, true],
    ["of a sub-account that uses the main account's keys, of one of them", { usesMasterKeys: true }, ofKey, true],
    [
      "of a sub-account that uses them at one exchange, of one there",
      { usesMasterKeys: true, exchanges: ["kraken"] },
      { ...ofKey, exchange: "kraken" },
      true,
    ],
    [
      "of a sub-account that uses them at one exchange, of one elsewhere",
      { usesMasterKeys: true, exchanges: ["kraken"] },
      { ...ofKey, exchange: "okx" },
      false,
    ],
    ["of a sub-account that only views profiles, of a key of another", { seesProfiles: true }, ofKey, false],
    ["of a sub-account that uses keys, of another's own key", { usesMasterKeys: true }, { ...ofKey, uid: 3 }, false],
    [
      "of a main account, of what is personal to a sub-account",
      { uid: OWNER },
      { uid: MEMBER, isPersonal: true },
      false,
    ],
    ["of a sub-account, of what is personal to it", {}, { uid: MEMBER, isPersonal: true }, true],
    ["of an event that it did not choose", { uid: OWNER }, { event: "run.changed" }, false],
    ["of another account", { uid: OWNER }, { ownerUid: 9, uid: null }, false],
  ])("%s", (_what, changes, about, expected) => {
    expect(isTold(listener(changes), happening(about))).toBe(expected);
  });
});

test("a body says what has happened, when, and to which user", () => {
  expect(payloadOf(happening({ uid: null, data: { from: "sent" } }))).toBe(
    '{"event":"order.filled","at":"2026-01-01T00:00:00Z","account":"1","user":null,"from":"sent"}',
  );
});
