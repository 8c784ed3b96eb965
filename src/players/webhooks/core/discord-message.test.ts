import fc from "fast-check";
import { expect, test } from "vitest";
import { discordMessage, type ToldPayload } from "./discord-message.ts";

const anna = { CharacterName: "Anna Rex", Level: 46 };
const told = (more: Partial<ToldPayload>): ToldPayload => ({
  Event: "join",
  At: "2026-01-01T00:00:00+00:00",
  Player: anna,
  PlatformId: "76561198000000101",
  Name: "annaplays",
  Server: "island",
  FromServer: null,
  ...more,
});
const hawks = { Id: 5001, Name: "Red Hawks" };
const wolves = { Id: 7, Name: "" };

test.each<[Partial<ToldPayload>, string]>([
  [{}, "**Anna Rex** (annaplays, level 46) joined **island**"],
  [{ FromServer: "ragnarok" }, "**Anna Rex** (annaplays, level 46) joined **island**, from **ragnarok**"],
  [{ Player: null }, "**annaplays** joined **island**"],
  [{ Player: null, Name: "" }, "**76561198000000101** joined **island**"],
  [{ Player: { CharacterName: "", Level: 3 } }, "**annaplays** (level 3) joined **island**"],
  [{ Player: { CharacterName: "\u3164\u200b ", Level: 3 } }, "**annaplays** (level 3) joined **island**"],
  [{ Player: { CharacterName: "", Level: 3 }, Name: " " }, "**76561198000000101** (level 3) joined **island**"],
  [{ Player: { CharacterName: "", Level: 3 }, Name: "", PlatformId: "" }, "**a player** (level 3) joined **island**"],
  [{ Event: "leave", ToServer: null }, "**Anna Rex** (annaplays, level 46) left **island**"],
  [{ Event: "leave", ToServer: "fjordur" }, "**Anna Rex** (annaplays, level 46) left **island**, for **fjordur**"],
  [{ Event: "tribe", FromTribe: null, ToTribe: hawks }, "**Anna Rex** (level 46) joined the tribe **Red Hawks**"],
  [{ Event: "tribe", FromTribe: hawks, ToTribe: null }, "**Anna Rex** (level 46) left the tribe **Red Hawks**"],
  [
    { Event: "tribe", FromTribe: hawks, ToTribe: wolves },
    "**Anna Rex** (level 46) went from the tribe **Red Hawks** to **7**",
  ],
  [
    {
      Event: "ban",
      Changed: ["AntiCheatBanned", "NumberOfGameBans"],
      After: { AntiCheatBanned: true, NumberOfGameBans: 2 },
    },
    "**Anna Rex** (annaplays, level 46): banned by VAC, game bans: 2",
  ],
  [{ Event: "ban", Changed: ["Another"], After: {} }, "**Anna Rex** (annaplays, level 46): bans have changed"],
])("%j", (more, sentence) => {
  expect(discordMessage(told(more))).toBe(`${sentence} <t:1767225600:R>`);
});

test("a name is shown unchanged, and is not a mark, mention or link", () => {
  const name = "**@everyone** <@1> [x](https://a.b) `c`\n# d";
  expect(discordMessage(told({ Player: null, Name: name }))).toBe(
    String.raw`**\*\*\@everyone\*\* \<\@1\> \[x\]\(https\://a.b\) \`c\` \# d** joined **island** <t:1767225600:R>`,
  );
});

test("a name does not turn the words around it", () => {
  const turns = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c";
  expect(discordMessage(told({ Player: null, Name: `a${turns}b \u05d0\u200d` }))).toBe(
    "**ab \u05d0\u200d** joined **island** <t:1767225600:R>",
  );
});

test("no name makes a message that Discord refuses for its length, or a second line", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 400 });
  fc.assert(
    fc.property(text, text, text, (name, character, tribe) => {
      const both = { Id: 1, Name: tribe };
      const player = { CharacterName: character, Level: 1 };
      const message = discordMessage(
        told({ Event: "tribe", Name: name, Player: player, FromTribe: both, ToTribe: both }),
      );
      expect(message.length).toBeLessThanOrEqual(2_000);
      expect(message).not.toMatch(/[\n\r]/);
    }),
  );
});
