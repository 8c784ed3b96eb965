import { describe, expect, test } from "vitest";
import { addServer, type NewServer } from "./add-server.ts";
import { readClusterFile } from "./read-cluster-file.ts";

const SERVER: NewServer = { key: "new", name: "New: one", game: "ase", query: { port: 27_016 }, pollSeconds: 10 };

describe("a server that is added", () => {
  test("to no file makes one that explains itself and holds the server", () => {
    const text = added("", { ...SERVER, saves: { folder: "./SavedArks" }, rcon: { passwordEnv: "RCON" } });
    expect(text).toContain("# One entry for each game server.");
    expect(text).toContain("# plugins:");
    expect(text).toContain(
      [
        "  servers:",
        "    - key: new",
        '      name: "New: one"',
        "      game: ase",
        "      saves:",
        "        folder: ./SavedArks",
        "      rcon:",
        "        passwordEnv: RCON",
        "      query:",
        "        port: 27016",
        "      pollSeconds: 10",
        "",
      ].join("\n"),
    );
    expect(keys(text)).toEqual(["new"]);
  });

  test("to the file's first text and again keeps the comments behind the list", () => {
    const twice = added(added("", { ...SERVER, key: "first", query: {} }), SERVER);
    expect(keys(twice)).toEqual(["first", "new"]);
    expect(twice.indexOf("key: new")).toBeLessThan(twice.indexOf("# plugins:"));
  });

  test.each([
    [
      "comments, quotes and blank lines",
      `# mine\nplayers:   # the section\n    cluster:   'One'\n\n\n    servers:   # all\n        # the first\n        -   key:   a   # short\n            game: "ase"\n            query: {port:   1}   # odd blanks\n\n        # the end\n    plugins:   {}\n`,
      "            query: {port:   1}   # odd blanks\n",
    ],
    [
      "a comment within the last server",
      "players:\n  servers:\n    - key: a\n      game: ase\n      query: {}\n      # rcon:\n\n      #   port: 1\n    # - key: b\n\n  # tail\n",
      "      #   port: 1\n",
    ],
    [
      "a list that is not indented",
      "players:\n  servers:\n  - key: a\n    game: ase\n    query: {}\n  # about plugins\n  plugins: {}\n",
      "    query: {}\n",
    ],
    [
      "a nested last value",
      "players:\n  servers:\n    - key: a\n      game: ase\n      rcon:\n        port: 1\n        password: |-\n          x\n\nlogLevel: info\n",
      "          x\n",
    ],
    [
      "a last line that holds a name only",
      "players:\n  servers:\n    - key: a\n      game: ase\n      query: {}\n      rcon:\n",
      "      rcon:\n",
    ],
    [
      "line ends of Windows",
      "players:\r\n  servers:\r\n    - key: a\r\n      game: ase\r\n      query: {}\r\n  plugins: {}\r\n",
      "      query: {}\r\n",
    ],
    [
      "a byte order mark",
      "\uFEFFplayers:\n  servers:\n    - key: a\n      game: ase\n      query: {}\n",
      "      query: {}\n",
    ],
  ])("to a list with %s changes nothing else", (_what, before, upTo) => {
    const after = added(before, SERVER);
    const start = before.indexOf(upTo) + upTo.length;
    expect(after.slice(0, start)).toBe(before.slice(0, start));
    expect(after.slice(after.length - before.length + start)).toBe(before.slice(start));
    expect(keys(after)).toEqual(["a", "new"]);
    expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
    expect(after.replaceAll("\r\n", "")).not.toContain(before.includes("\r\n") ? "\n" : "\r");
  });

  test("to a file whose last line has no end gives it one", () => {
    const after = added("players:\n  servers:\n    - key: a\n      game: ase\n      query: {} # x", SERVER);
    expect(after).toContain("      query: {} # x\n    - key: new\n");
    expect(after.endsWith("pollSeconds: 10\n")).toBe(true);
  });

  test.each([
    ["no section", "# settings\nlogLevel: info # loud\n", []],
    ["an empty section", "# settings\nplayers:\n", []],
    ["a section in brackets", "# settings\nplayers: {}\n", []],
    ["a section without servers", "# settings\nplayers:\n  cluster: One # ours\n", []],
    ["servers with nothing behind", "# settings\nplayers:\n  servers:\n  plugins: {}\n", []],
    ["an empty list", "# settings\nplayers:\n  servers: []\n", []],
    ["a list in brackets", "# settings\nplayers:\n  servers: [{ key: a, game: ase, query: {} }]\n", ["a"]],
    ["everything in brackets", "{ players: { servers: [{ key: a, game: ase, query: {} }] } } # settings\n", ["a"]],
    ["only comments", "# settings\n", []],
  ])("to a file with %s keeps what it says, and its comments", (_what, before, present) => {
    const after = added(before, SERVER);
    expect(keys(after)).toEqual([...present, "new"]);
    for (const comment of before.match(/# \w+/g) ?? []) expect(after).toContain(comment);
  });
});

describe("nothing is added", () => {
  test("to a file that has problems", () => {
    const result = addServer("players:\n  servers:\n    - key: A\n      game: ase\n      query: {}\n", SERVER);
    expect(result).toMatchObject({ refused: "file", problems: [{ line: 3, path: "players.servers[#1].key" }] });
  });

  test.each([
    ["has a key that is taken", { key: "a" }, "players.servers[a].key"],
    ["has an address that is taken", { query: { port: 27_015 } }, "players.servers[new].query.port"],
    ["has an invalid port", { query: { port: 0 } }, "players.servers[new].query.port"],
  ])("when the server %s", (_what, change, path) => {
    const before = "players:\n  servers:\n    - key: a\n      game: ase\n      query: {}\n";
    const result = addServer(before, { ...SERVER, ...change });
    expect(result).toMatchObject({ refused: "server", problems: [{ path }] });
  });
});

function added(text: string, server: NewServer): string {
  const result = addServer(text, server);
  expect(result).toHaveProperty("text");
  return "text" in result ? result.text : "";
}

function keys(text: string): string[] {
  const read = readClusterFile(text, { baseFolder: "/" });
  expect(read).toHaveProperty("cluster");
  return "cluster" in read ? read.cluster.servers.map((server) => server.key) : [];
}
