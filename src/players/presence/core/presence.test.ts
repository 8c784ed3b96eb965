import { describe, expect, test } from "vitest";
import { fromMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { Presence } from "./presence.ts";
import type { OpenSession, PresenceOutcome } from "./presence-types.ts";

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

function open(session: Partial<OpenSession> & { lastSeen: Instant }): OpenSession {
  return { ...ANNA, server: "Island", startedAt: at(-500), ...session };
}

/** A machine that has polled both servers, empty, at second 0. */
function polled(): Presence {
  const presence = new Presence();
  presence.observed("Island", at(0), []);
  presence.observed("Ragnarok", at(0), []);
  return presence;
}

describe("an account", () => {
  test("comes online with the first list that names it", () => {
    const presence = new Presence();
    expect(told(presence.observed("Island", at(15), [WOLF, ANNA]))).toEqual([
      "joined Island 15 xX_Wolf_Xx",
      "joined Island 15 annaplays",
    ]);
    expect(told(presence.observed("Island", at(30), [ANNA, WOLF]))).toEqual([]);
    expect([presence.onlineCount("Island"), presence.onlineCount("Ragnarok")]).toEqual([2, 0]);
    expect(presence.onlineAccounts()).toContainEqual({
      ...ANNA,
      server: "Island",
      startedAt: at(15),
      lastSeen: at(30),
    });
  });

  test("leaves with the second list in a row without it, as of when it was last seen", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    expect(told(presence.observed("Island", at(30), []))).toEqual([]);
    expect(presence.onlineCount("Island")).toBe(1);
    expect(told(presence.observed("Island", at(45), []))).toEqual(["left Island 15 annaplays"]);
    expect(presence.onlineAccounts()).toEqual([]);
  });

  test("stays when it is missed only every other time", () => {
    const presence = polled();
    const outcomes = [15, 30, 45, 60, 75].map((second) =>
      presence.observed("Island", at(second), second % 30 === 15 ? [ANNA] : []),
    );
    expect(outcomes.flatMap(told)).toEqual(["joined Island 15 annaplays"]);
  });

  test("stays while polls fail, until its server was not polled for 120 seconds", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    expect([30, 60, 134].flatMap((second) => told(presence.failed("Island", at(second))))).toEqual([]);
    expect(told(presence.tick(at(135)))).toEqual(["left Island 15 annaplays"]);
  });

  test("that a list names again after 120 seconds of silence has left and come back", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    expect(told(presence.observed("Island", at(200), [ANNA]))).toEqual([
      "left Island 15 annaplays",
      "joined Island 200 annaplays",
    ]);
  });

  test("keeps its last name that was not empty", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.observed("Island", at(30), [{ ...ANNA, name: "anna2" }]);
    presence.observed("Island", at(45), [{ ...ANNA, name: "" }]);
    presence.observed("Island", at(60), []);
    expect(told(presence.observed("Island", at(75), []))).toEqual(["left Island 45 anna2"]);
  });

  test("leaves with its server", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    expect(told(presence.serverRemoved("Island", at(20)))).toEqual(["left Island 15 annaplays"]);
    expect(presence.onlineAccounts()).toEqual([]);
  });
});

describe("an account on two servers", () => {
  test("moves to the one that it joined last, at that moment", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    const outcome = presence.observed("Ragnarok", at(20), [ANNA]);
    expect(told(outcome)).toEqual(["moved Ragnarok from Island 20 annaplays"]);
    expect(outcome.changes).toEqual([{ kind: "open", ...ANNA, server: "Ragnarok", startedAt: at(20), claim: "join" }]);
    expect([presence.onlineCount("Island"), presence.onlineCount("Ragnarok")]).toEqual([0, 1]);
  });

  test("stays there while both go on listing it, and goes back once only the other one does", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.observed("Ragnarok", at(20), [ANNA]);
    const both = [30, 45, 60].flatMap((second) => [
      ...told(presence.observed("Island", at(second), [ANNA])),
      ...told(presence.observed("Ragnarok", at(second + 5), [ANNA])),
    ]);
    expect(both).toEqual([]);
    presence.observed("Ragnarok", at(80), []);
    expect(told(presence.observed("Ragnarok", at(95), []))).toEqual(["left Ragnarok 65 annaplays"]);
    expect(told(presence.observed("Island", at(100), [ANNA]))).toEqual(["joined Island 100 annaplays"]);
  });

  test("is not drawn to a server whose list is the first one: that does not tell who came", () => {
    const presence = new Presence();
    presence.observed("Island", at(15), [ANNA]);
    expect(told(presence.observed("Ragnarok", at(20), [ANNA]))).toEqual([]);
    expect(presence.onlineAccounts()[0]?.server).toBe("Island");
  });

  test("that left a silent server first is said to have left it", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.observed("Ragnarok", at(100), []);
    expect(told(presence.observed("Ragnarok", at(140), [ANNA]))).toEqual([
      "left Island 15 annaplays",
      "joined Ragnarok 140 annaplays",
    ]);
  });
});

describe("the log", () => {
  test("opens and closes at once", () => {
    const presence = polled();
    expect(told(presence.joined("Island", at(3), ANNA))).toEqual(["joined Island 3 annaplays"]);
    expect(told(presence.left("Island", at(9), ANNA.platformId))).toEqual(["left Island 9 annaplays"]);
  });

  test("is not contradicted by lists that are older than a leave", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.left("Island", at(20), ANNA.platformId);
    expect(told(presence.observed("Island", at(21), [ANNA]))).toEqual([]);
    expect(told(presence.observed("Island", at(35), []))).toEqual([]);
    expect(told(presence.observed("Island", at(50), [ANNA]))).toEqual(["joined Island 50 annaplays"]);
  });

  test("was wrong when the server still lists the account 30 seconds after it left", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.left("Island", at(20), ANNA.platformId);
    presence.observed("Island", at(35), [ANNA]);
    expect(told(presence.observed("Island", at(50), [ANNA]))).toEqual(["joined Island 50 annaplays"]);
  });

  test("that reports a join after a leave is believed at once", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.left("Island", at(20), ANNA.platformId);
    expect(told(presence.joined("Island", at(24), ANNA))).toEqual(["joined Island 24 annaplays"]);
  });

  test.each<[string, (presence: Presence) => PresenceOutcome]>([
    ["a join told twice", (presence) => presence.joined("Island", at(16), ANNA)],
    ["a join that a poll has seen already", (presence) => presence.joined("Island", at(12), ANNA)],
    ["a leave before the join", (presence) => presence.left("Island", at(10), ANNA.platformId)],
    ["a leave of a player who is not there", (presence) => presence.left("Island", at(17), WOLF.platformId)],
    ["a join of a player whom a later poll did not see", (presence) => presence.joined("Island", at(10), WOLF)],
  ])("changes nothing by %s", (_what, tell) => {
    const presence = polled();
    presence.observed("Island", at(15), []);
    presence.joined("Island", at(16), ANNA);
    presence.observed("Island", at(20), [ANNA]);
    expect(tell(presence)).toEqual({ transitions: [], changes: [] });
    expect(presence.onlineCount("Island")).toBe(1);
  });

  test("that tells late of a leave ends the session when its account was last seen", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.observed("Island", at(30), [ANNA]);
    expect(told(presence.left("Island", at(28), ANNA.platformId))).toEqual(["left Island 30 annaplays"]);
  });

  test("that tells late of a join does not take back who has moved on since", () => {
    const presence = polled();
    presence.joined("Ragnarok", at(12), ANNA);
    expect(told(presence.joined("Island", at(10), ANNA))).toEqual([]);
    expect(presence.onlineCount("Ragnarok")).toBe(1);
  });
});

describe("after a restart", () => {
  test("a session goes on when its account is seen within 120 seconds of when it was last seen", () => {
    const presence = new Presence();
    expect(told(presence.adopted("Island", at(60), [open({ lastSeen: at(0) })]))).toEqual([]);
    expect(presence.onlineCount("Island")).toBe(1);
    expect(presence.observed("Island", at(119), [ANNA])).toEqual({
      transitions: [],
      changes: [{ kind: "seen", server: "Island", at: at(119), platformIds: [ANNA.platformId] }],
    });
  });

  test("a session ended when its account was last seen, if that is 120 seconds ago", () => {
    const presence = new Presence();
    const outcome = presence.adopted("Island", at(120), [open({ lastSeen: at(0) })]);
    expect(told(outcome)).toEqual(["left Island 0 annaplays"]);
    expect(outcome.changes).toEqual([{ kind: "close", platformId: ANNA.platformId, server: "Island", endedAt: at(0) }]);
    expect(told(presence.observed("Island", at(121), [ANNA]))).toEqual(["joined Island 121 annaplays"]);
  });

  test("a session that is not seen again ends like any other, by misses or by silence", () => {
    const [missed, silent] = [new Presence(), new Presence()];
    for (const presence of [missed, silent]) presence.adopted("Island", at(60), [open({ lastSeen: at(50) })]);
    missed.observed("Island", at(61), []);
    expect(told(missed.observed("Island", at(76), []))).toEqual(["left Island 50 annaplays"]);
    expect(told(silent.tick(at(169)))).toEqual([]);
    expect(told(silent.tick(at(170)))).toEqual(["left Island 50 annaplays"]);
  });

  test("times that lie ahead do not keep a session open", () => {
    const presence = new Presence();
    presence.adopted("Island", at(0), [open({ startedAt: at(9_000), lastSeen: at(9_000) })]);
    expect(told(presence.tick(at(120)))).toEqual(["left Island 0 annaplays"]);
  });
});

describe("with other processes", () => {
  test("a session that storage calls lost is asked for again with each sighting, and closed in storage in the end", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.lost("Island", [ANNA.platformId]);
    expect(presence.onlineCount("Island")).toBe(0);
    const again = { kind: "open", ...ANNA, server: "Island", startedAt: at(30), claim: "listed" };
    expect(presence.observed("Island", at(30), [ANNA]).changes).toEqual([again]);
    presence.lost("Island", [ANNA.platformId]);
    presence.observed("Island", at(45), []);
    expect(presence.observed("Island", at(60), [])).toEqual({
      transitions: [],
      changes: [{ kind: "close", platformId: ANNA.platformId, server: "Island", endedAt: at(30) }],
    });
  });

  test("a server that was released is forgotten without a word", () => {
    const presence = polled();
    presence.observed("Island", at(15), [ANNA]);
    presence.released("Island");
    expect(presence.onlineAccounts()).toEqual([]);
    expect(presence.tick(at(900))).toEqual({ transitions: [], changes: [] });
  });
});

test("time that runs backwards counts as standing still", () => {
  const presence = polled();
  presence.observed("Island", at(15), [ANNA]);
  presence.observed("Island", at(-300), [ANNA]);
  expect(told(presence.observed("Island", at(20), []))).toEqual([]);
  expect(presence.onlineAccounts()[0]?.lastSeen).toBe(at(15) + 1);
});

test("10,000 accounts on 200 servers are each on their own", () => {
  const presence = new Presence();
  for (let server = 0; server < 200; server++) {
    const list = Array.from({ length: 50 }, (_, index) => ({ platformId: `${server}-${index}`, name: "" }));
    expect(presence.observed(`s${server}`, at(0), list).transitions).toHaveLength(50);
  }
  expect(presence.onlineAccounts()).toHaveLength(10_000);
  presence.observed("s7", at(15), []);
  presence.observed("s7", at(30), []);
  expect([presence.onlineCount("s7"), presence.onlineCount("s8")]).toEqual([0, 50]);
  expect(presence.onlineAccounts()).toHaveLength(9_950);
});
