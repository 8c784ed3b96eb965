import fc from "fast-check";
import { expect, test } from "vitest";
import { parseGameLog } from "./game-log.ts";

const AT = "2024.05.01_18.30.07: ";

test("no chat text causes a join, leave, raid or command", () => {
  const words = fc.array(
    fc.constantFrom(
      "Bob joined this ARK!",
      " left this ARK!",
      "Tribe X",
      ", ID 7: Day 1, 00:00:00: y",
      "AdminCmd: ",
      "hi ",
    ),
    { maxLength: 5 },
  );
  const name = fc.constantFrom("Mallory", "Tribe X", "AdminCmd: x", "Bob joined this ARK!");
  fc.assert(
    fc.property(name, name, words, (platformName, characterName, parts) => {
      const [entry] = parseGameLog(`${AT}${platformName} (${characterName}): ${parts.join("")}`);
      expect(["said", "other"]).toContain(entry?.kind);
    }),
  );
});
