import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addServer, type NewServer } from "./add-server.ts";
import { CLUSTER_DEFAULTS, type GameServer, type Secret } from "./core/cluster.ts";
import { formatProblem } from "../../kit/config/yaml-tree.ts";
import { readClusterFile } from "./read-cluster-file.ts";

const BASE = "/base";
const port = fc.integer({ min: 1, max: 65_535 });
const host = fc.constantFrom("127.0.0.1", "ark.example.org", "fe80::1", "203.0.113.9");
/** What may be in a value: quotes, colons, comments, numbers, words that mean something, other scripts. */
const oneLine = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength }),
      fc.constantFrom("yes", "null", "~x", "007", "1e3", "# no", "a: b", "- a", "'", '"', "*a", "&a", "!t", "%", " x "),
    )
    .filter((text) => text.trim() !== "" && !/\p{Cc}/u.test(text) && Array.from(text).length <= maxLength);
const path = oneLine(60).filter((text) => !text.startsWith("~"));
const fileName = oneLine(30).filter((text) => !/[/\\]/.test(text) && !/^\.+$/.test(text));
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const saves = fc.oneof(
  fc.record({ folder: path, tributeFolder: path }),
  fc.record({ folder: path, store: fc.constantFrom("files" as const) }),
  fc.record({ folder: path, store: fc.constant("world" as const), worldFile: fileName }),
);
const rcon = fc.oneof(
  fc.record({ host, port, password: oneLine(100) }),
  fc.record({ port, passwordEnv: fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,20}$/) }),
  fc.record({ port, passwordFile: path }),
);
const newServer: fc.Arbitrary<NewServer> = fc
  .record({
    key: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,31}$/),
    name: optional(oneLine(100)),
    game: fc.constantFrom("ase" as const, "asa" as const),
    saves: optional(saves),
    rcon,
    query: optional(fc.record({ host, port })),
    pollSeconds: optional(fc.integer({ min: 5, max: 600 })),
    gameLog: optional(fc.boolean()),
    chat: optional(fc.boolean()),
  })
  // A member that is undefined is one that is left out.
  .map((server) => Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined)) as never);

const texts = fc.constantFrom(
  "",
  "# mine\nlogLevel: info\n",
  "players:\n  servers: []\n  plugins: {}\n",
  "players:\n  servers:\n  - key: present-one\n    game: ase\n    saves: { folder: /elsewhere }   # last\n\n  cluster: One\n",
  "players:\r\n    servers:\r\n        - key: present-one\r\n          game: ase\r\n          saves: { folder: /elsewhere }",
  "players: { servers: [{ key: present-one, game: ase, saves: { folder: /elsewhere } }] }\n",
);

describe("a cluster's file", () => {
  test("is read as it was written, however many servers are added", () => {
    fc.assert(
      fc.property(texts, fc.array(newServer, { minLength: 1, maxLength: 4 }), (start, servers) => {
        let text: string = start;
        const expected = [...readServers(start)];
        for (const server of servers) {
          const result = addServer(text, server);
          // Only a key, an address or a folder that another server has may be in the way.
          if (!("text" in result)) {
            expect(result.problems.map((problem) => problem.says)).toEqual(
              result.problems.map(() => expect.stringMatching(/^has the same /)),
            );
            continue;
          }
          text = result.text;
          expected.push(asRead(server));
        }
        expect(readServers(text)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("that is corrupted is never silently misread, and never shows its password", () => {
    const good =
      "players:\n  servers:\n    - key: island\n      game: ase\n      rcon: { port: 27020, password: hunter2 }\n" +
      "    - key: center\n      game: ase\n      rcon:\n        password: 'hunter2'\n        port: 27021\n";
    const spoiled = fc
      .tuple(
        fc.nat(good.length),
        fc.nat(3),
        fc.oneof(
          fc.constantFrom("", ":", " ", "\n", "'", '"', "{", "}", "[", "- ", "#", "\t", "*", "&", ","),
          fc.string({ maxLength: 3 }),
        ),
      )
      .map(([at, removed, put]) => good.slice(0, at) + put + good.slice(at + removed));
    fc.assert(
      fc.property(spoiled, (text) => {
        const read = readClusterFile(text, { baseFolder: BASE });
        if ("cluster" in read) return;
        expect(read.problems.length).toBeGreaterThan(0);
        for (const problem of read.problems) {
          expect(formatProblem(problem, "tripod.yaml")).not.toMatch(/hunter/);
          expect(problem.line).toBeGreaterThanOrEqual(1);
          expect(problem.line).toBeLessThanOrEqual(text.split("\n").length);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("may hold anything without harm", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.json().map((json) => `players: ${json}`),
        ),
        (text) => {
          const read = readClusterFile(text, { baseFolder: BASE });
          expect("cluster" in read || read.problems.length > 0).toBe(true);
        },
      ),
    );
  });
});

function readServers(text: string): readonly GameServer[] {
  const read = readClusterFile(text, { baseFolder: BASE });
  expect(read).toHaveProperty("cluster");
  return "cluster" in read ? read.cluster.servers : [];
}

/** A given server, as it is read: its defaults filled in, its paths absolute. */
function asRead(server: NewServer): GameServer {
  const absolute = (relative: string | undefined, below = BASE) =>
    relative === undefined ? undefined : resolve(below, relative);
  const folder = absolute(server.saves?.folder);
  return {
    key: server.key,
    name: server.name ?? server.key,
    game: server.game,
    saves:
      folder === undefined
        ? undefined
        : {
            folder,
            store: server.saves?.store ?? "files",
            worldFile: absolute(server.saves?.worldFile, folder),
          },
    rcon: {
      host: server.rcon?.host ?? CLUSTER_DEFAULTS.host,
      port: server.rcon?.port ?? CLUSTER_DEFAULTS.rconPort,
      password: secretOf(server.rcon ?? {}),
    },
    query: server.query && { host: server.query.host ?? "", port: server.query.port ?? 0 },
    pollSeconds: server.pollSeconds ?? CLUSTER_DEFAULTS.pollSeconds,
    gameLog: server.gameLog ?? false,
    chat: server.chat ?? false,
  };
}

function secretOf({ password, passwordEnv, passwordFile }: NonNullable<NewServer["rcon"]>): Secret {
  if (password !== undefined) return { from: "text", text: password };
  if (passwordEnv !== undefined) return { from: "environment", name: passwordEnv };
  return { from: "file", file: resolve(BASE, passwordFile ?? "") };
}
