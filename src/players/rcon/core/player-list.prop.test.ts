import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlayerList } from "./player-list.ts";

const STEAM = "76561198000000001";
const EOS = "0002a1b2c3d4e5f60718293a4b5c6d7e";

const platformId = fc.oneof(fc.stringMatching(/^7656119[0-9]{10}$/), fc.stringMatching(/^[0-9a-f]{32}$/));
/** Names of all sorts, those first that look like a part of the list. */
const name = fc
  .oneof(
    fc.array(fc.constantFrom(". ", ", ", "0", "1. x, ", STEAM, EOS, " ", "No Players Connected", "é", "."), {
      maxLength: 6,
    }),
    fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => [text]),
  )
  .map((parts) => parts.join("").replaceAll(/[\0\n]/g, ""));

test("whatever players call themselves, everybody is read under the right id", () => {
  const players = fc.uniqueArray(fc.record({ platformId, name }), {
    selector: (each) => each.platformId,
    maxLength: 20,
  });
  fc.assert(
    fc.property(players, fc.constantFrom("", " ", "\r"), (made, end) => {
      const lines = made.map((each, index) => `${index}. ${each.name}, ${each.platformId}${end}\n`);
      const text = made.length === 0 ? "No Players Connected" : lines.join("");
      expect(parsePlayerList(text)).toEqual({ kind: "players", players: made });
    }),
  );
});
