import { expect, test } from "vitest";
import { newServer, serverChanges } from "./server-changes.ts";

const ISLAND = {
  Key: "island",
  Name: "The Island",
  Game: "ase",
  Saves: null,
  Rcon: { Host: "127.0.0.1", Port: 27020, PasswordFrom: "file" },
  Query: null,
  PollSeconds: 30,
  GameLog: true,
  Chat: false,
} as const;
const AS_IT_IS = { name: "The Island", rconHost: "127.0.0.1", rconPort: "27020", poll: "30", gameLog: "on" };

test("a new server has only the sources of which something was entered", () => {
  expect(newServer({ key: "island", game: "asa", queryHost: "198.51.100.9", queryPort: "7777", chat: "on" })).toEqual({
    Key: "island",
    Game: "asa",
    Query: { Host: "198.51.100.9", Port: 7777 },
    Chat: true,
  });
});

test("a form that was not changed changes nothing", () => {
  expect(serverChanges(ISLAND, AS_IT_IS)).toEqual({});
});

test("only what differs is sent, and a new password goes with its address", () => {
  expect(serverChanges(ISLAND, { ...AS_IT_IS, rconPassword: "secret", poll: "60" })).toEqual({
    Rcon: { Host: "127.0.0.1", Port: 27020, Password: "secret" },
    PollSeconds: 60,
  });
});

test("emptied fields take a member away", () => {
  expect(serverChanges(ISLAND, { queryPort: "27015" })).toEqual({
    Name: null,
    Rcon: null,
    Query: { Port: 27015 },
    PollSeconds: null,
    GameLog: false,
  });
});
