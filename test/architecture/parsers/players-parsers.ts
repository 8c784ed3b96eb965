/** Parsers of players: what game servers, plugins, Steam and callers send. */
import type { Instant } from "../../../src/kit/time/instant.ts";
import { parseExpiry } from "../../../src/players/keys/core/expiry.ts";
import { readKeyHeader } from "../../../src/players/keys/core/key-header.ts";
import { parseAccountId } from "../../../src/players/platform/core/account-id.ts";
import { readBans, readSummaries } from "../../../src/players/platform/core/steam-answers.ts";
import { parseGroups, parseTimedGroups } from "../../../src/players/plugins/core/group-lists.ts";
import { parseEventId } from "../../../src/players/presence/core/event-id.ts";
import { withoutMentions } from "../../../src/players/privacy/core/mentions.ts";
import { parsePersonId, parsePlayerNumber } from "../../../src/players/privacy/person-id.ts";
import { parsePlayerId, readPlayerId } from "../../../src/players/profiles/player-id.ts";
import { answerAssembler } from "../../../src/players/rcon/core/answer.ts";
import { parseChat, readSaid } from "../../../src/players/rcon/core/chat.ts";
import { parseGameLog } from "../../../src/players/rcon/core/game-log.ts";
import { ANSWER } from "../../../src/players/rcon/core/packet.ts";
import { parsePlayerList } from "../../../src/players/rcon/core/player-list.ts";
import { saveFileKind } from "../../../src/players/saves/core/save-file-kind.ts";
import { parseTribeLogLine } from "../../../src/players/saves/core/tribe-log.ts";
import { decodePosition } from "../../../src/players/search/hit-cursor.ts";
import { cutName } from "../../../src/players/search/core/name-records.ts";
import { normalForm } from "../../../src/players/search/core/normal-form.ts";
import { identifiersOf } from "../../../src/players/search/identifiers.ts";
import { readTribeId } from "../../../src/players/tribes/tribe-id.ts";
import { isPattern } from "../../../src/players/webhooks/core/happening.ts";
import { named, type Parser } from "./parser.ts";

const NOW = 1_700_000_000_000_000 as Instant;

export const PLAYERS_PARSERS: readonly Parser[] = [
  {
    name: "parseExpiry",
    parse: (text) => parseExpiry(text, NOW),
    worst: [
      ["", "1", "d"],
      ["2030-12-31", "T", ""],
    ],
  },
  named(readKeyHeader, [
    ["Bearer ", " ", ""],
    ["", "apikey ", ""],
  ]),
  named(parseEventId, [["", "1", ""]]),
  named(readPlayerId, [["", "1", ""]]),
  named(parsePlayerId, [["", "1", ""]]),
  named(readTribeId, [["", "1", ""]]),
  named(parseAccountId, [
    ["", "1", ""],
    ["[U:1:", "1", "]"],
    ["STEAM_0:1:", "1", ""],
    ["https://steamcommunity.com/profiles/", "1", "/"],
  ]),
  named(parsePersonId, [["", "1", ""]]),
  named(parsePlayerNumber, [["", "1", ""]]),
  { name: "the normal form of a name", parse: (text) => normalForm(cutName(text)), worst: [["a", "\u0301\u0316", ""]] },
  named(identifiersOf, [["", "1", ""]]),
  named(isPattern, [
    ["server/", "a", "!"],
    ["tribe/", "1", ""],
  ]),
  { name: "decodePosition", parse: (text) => decodePosition("a", text), worst: [["", "W", ""]] },
  { name: "readSummaries", parse: (text) => readSummaries(text, new Set()), worst: [['{"response":', "[", ""]] },
  { name: "readBans", parse: (text) => readBans(text, new Set()), worst: [['{"players":[', "{},", "{}]}"]] },
  {
    name: "answerAssembler",
    parse(text) {
      const assembler = answerAssembler(1);
      const body = Buffer.from(text);
      for (let at = 0; at < body.length; at += 4096) {
        assembler.add([{ id: 1, type: ANSWER, body: body.subarray(at, at + 4096) }]);
      }
      return assembler.text();
    },
    worst: [
      ["", "\0", "x"],
      ["", "\0", ""],
    ],
  },
  named(parseChat, [
    ["", " (", ""],
    ["", "):", ""],
    ["", " (a):\n", ""],
  ]),
  named(readSaid, [
    ["", " (", ""],
    [" (", "):", ""],
  ]),
  named(parseGameLog, [
    ["Tribe ", ", ID 1: Day 1, 00:00:00: ", ""],
    ["Tribe ", ", ID ", ""],
    ["2024.05.01_18.30.00: ", " joined this ARK!", ""],
    ["AdminCmd: enablecheats", " a", "\0"],
    ["", "enablecheats ", ""],
    ["", "Tribe a, ID 1: Day 1, 00:00:00: b\n", ""],
  ]),
  named(parsePlayerList, [
    ["0. ", ", 7", "x"],
    ["", "0. a, 76561198000000001 \n", ""],
    [" ", " ", "0"],
  ]),
  named(parseTribeLogLine, [
    ["Day 1, 00:00:00: ", '<RichColor Color="', ""],
    ["Day 1, 00:00:00: ", "<RichColor ", ""],
    ["Day 1, 00:00:00: a", " demolished a 'b' at", ""],
    ["Day 1, 00:00:00: a", " unclaimed '", ""],
    ["Day 1, 00:00:00: Your a", " - Lvl 1", " was killed"],
    ["Day 1, 00:00:00: a", " with ID 1 was added to the Tribe", "."],
    ["D", "1", ""],
  ]),
  named(parseGroups, [
    ["", "a,", ""],
    ["", " ,", ""],
  ]),
  named(parseTimedGroups, [
    ["1;1;", " ", ""],
    ["", "1;1;a,", ""],
    ["", "1;", ""],
  ]),
  named(saveFileKind, [
    ["a_", "1.", ".ark"],
    ["", "_1", ".ark"],
  ]),
  {
    name: "withoutMentions",
    parse: (text) => withoutMentions(text, ["a(a)a", "with"], new Set(["1"])),
    worst: [
      ["", "a(a)", ""],
      ["", "with ID 1", ""],
      ["with ID ", "1", ""],
    ],
  },
];
