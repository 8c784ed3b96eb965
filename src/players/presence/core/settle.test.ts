import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { accountsOf, settle, type SessionRow } from "./settle.ts";
import type { Claim, SessionChange } from "./presence-types.ts";

const id = "76561198000000001";
const i = (value: number): Instant => value as Instant;

function row(over: Partial<SessionRow> = {}): SessionRow {
  return {
    platformId: id,
    name: "anna",
    server: "Island",
    startedAt: i(100),
    lastSeen: i(200),
    endedAt: null,
    ...over,
  };
}

function open(startedAt: number, claim: Claim = "join", server = "Ragnarok"): SessionChange {
  return { kind: "open", platformId: id, name: "anna", server, startedAt: i(startedAt), claim };
}

const after = (last: SessionRow | undefined, ...changes: SessionChange[]) =>
  settle(changes, new Map(last ? [[id, last]] : []));

describe("an opening", () => {
  test("begins a session where there is none", () => {
    expect(after(undefined, open(300))).toEqual({
      rows: [{ ...row({ server: "Ragnarok", startedAt: i(300), lastSeen: i(300) }), isNew: true }],
      transitions: [{ kind: "joined", platformId: id, name: "anna", server: "Ragnarok", at: 300 }],
      lost: [],
    });
  });

  test("by a join ends the session elsewhere, and the row that ends comes first", () => {
    const settled = after(row(), open(300));
    expect(settled.rows.map(({ server, startedAt, endedAt, isNew }) => [server, startedAt, endedAt, isNew])).toEqual([
      ["Island", 100, 300, false],
      ["Ragnarok", 300, null, true],
    ]);
    expect(settled.transitions).toEqual([
      { kind: "moved", from: "Island", platformId: id, name: "anna", server: "Ragnarok", at: 300 },
    ]);
  });

  test("by another clock starts when the account was last seen elsewhere", () => {
    expect(after(row(), open(150)).rows.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [100, 200],
      [200, null],
    ]);
    expect(after(row({ endedAt: i(250) }), open(150)).rows[0]?.startedAt).toBe(250);
  });

  test.each<[string, number, Claim]>([
    ["an account that was only found there", 300, "listed"],
    ["a join before the session elsewhere began", 99, "join"],
  ])("of %s is lost to a session elsewhere", (_what, startedAt, claim) => {
    expect(after(row(), open(startedAt, claim))).toEqual({ rows: [], transitions: [], lost: [id] });
  });

  test("on the server where the session is already is a sighting", () => {
    expect(after(row(), open(300, "join", "Island"))).toEqual({
      rows: [{ ...row({ lastSeen: i(300) }), isNew: false }],
      transitions: [],
      lost: [],
    });
  });

  test("never starts at the moment at which the account's last session did", () => {
    const settled = after(row({ lastSeen: i(100), endedAt: i(100) }), open(100));
    expect(settled.rows.map(({ startedAt }) => startedAt)).toEqual([101]);
  });
});

describe("a closing", () => {
  test("ends the session on its server, never before the account was last seen", () => {
    const settled = after(row(), { kind: "close", platformId: id, server: "Island", endedAt: i(150) });
    expect(settled.rows).toEqual([{ ...row({ endedAt: i(200) }), isNew: false }]);
    expect(settled.transitions).toEqual([{ kind: "left", platformId: id, name: "anna", server: "Island", at: 200 }]);
  });

  test("of a session that is over, or elsewhere, does nothing", () => {
    const close = (server: string): SessionChange => ({ kind: "close", platformId: id, server, endedAt: i(900) });
    const nothing = { rows: [], transitions: [], lost: [] };
    expect([after(row(), close("Ragnarok")), after(row({ endedAt: i(300) }), close("Island"))]).toEqual([
      nothing,
      nothing,
    ]);
    expect(after(undefined, close("Island"))).toEqual(nothing);
  });

  test("before an opening in the same batch leaves two rows", () => {
    const settled = after(
      row(),
      { kind: "close", platformId: id, server: "Island", endedAt: i(200) },
      open(400, "listed", "Island"),
    );
    expect(settled.rows.map(({ startedAt, endedAt, isNew }) => [startedAt, endedAt, isNew])).toEqual([
      [100, 200, false],
      [400, null, true],
    ]);
    expect(settled.transitions.map(({ kind }) => kind)).toEqual(["left", "joined"]);
  });
});

describe("a sighting", () => {
  const seen: SessionChange = { kind: "seen", server: "Island", at: i(300), platformIds: [id] };

  test("renews the session, and never makes it older", () => {
    expect(after(row(), seen).rows.map(({ lastSeen }) => lastSeen)).toEqual([300]);
    expect(after(row({ lastSeen: i(400) }), seen).rows).toEqual([]);
  });

  test("of a session that is over or elsewhere says that it is lost", () => {
    for (const last of [undefined, row({ endedAt: i(250) }), row({ server: "Ragnarok" })]) {
      expect(after(last, seen)).toEqual({ rows: [], transitions: [], lost: [id] });
    }
  });
});

test("the accounts of changes are named once each, in order", () => {
  const seen: SessionChange = { kind: "seen", server: "Island", at: i(1), platformIds: ["b", id] };
  expect(accountsOf([seen, open(5)])).toEqual([id, "b"]);
});
