import { expect, test } from "vitest";
import { editServer, removeServer } from "./edit-server.ts";
import { readClusterFile } from "./read-cluster-file.ts";

const FILE = `# Our cluster.
players:
  cluster: Ours # the name
  servers:
    # The first one.
    - key: island
      game: ase
      rcon: { host: 192.0.2.7, port: 27020, passwordEnv: ISLAND_PASSWORD }
    # The other one.
    - key: ragnarok
      game: ase
      query: { port: 27016 }
`;
const textOf = (edited: ReturnType<typeof editServer>): string => ("text" in edited ? edited.text : edited.refused);

test("a server is changed in place, with its comments, and all others stay", () => {
  const change = { name: "The Island", pollSeconds: 30, query: { port: 27_015 } };
  expect(textOf(editServer(FILE, "island", change))).toBe(
    FILE.replace(
      "ISLAND_PASSWORD }\n",
      "ISLAND_PASSWORD }\n      name: The Island\n      pollSeconds: 30\n      query:\n        port: 27015\n",
    ),
  );
});

test("a member is taken away with null, if the server has another source", () => {
  const withName = textOf(editServer(FILE, "ragnarok", { name: "R" }));
  expect(textOf(editServer(withName, "ragnarok", { name: null }))).toBe(FILE);
  expect(editServer(FILE, "ragnarok", { query: null })).toMatchObject({ refused: "server" });
});

test("the password of the file stays with its address, and goes to no other one", () => {
  const same = textOf(editServer(FILE, "island", { rcon: { host: "192.0.2.7", port: 27_020 } }));
  expect(same).toContain("passwordEnv: ISLAND_PASSWORD");
  expect(editServer(FILE, "island", { rcon: { host: "198.51.100.9", port: 27_020 } })).toEqual({ refused: "password" });
  expect(editServer(FILE, "island", { rcon: { host: "192.0.2.7", port: 1 } })).toEqual({ refused: "password" });
  const moved = textOf(
    editServer(FILE, "island", { rcon: { host: "198.51.100.9", port: 27_020, password: "new: #1" } }),
  );
  expect(moved).toContain(`rcon: { host: 198.51.100.9, port: 27020, password: "new: #1" }`);
  expect(moved).not.toContain("ISLAND_PASSWORD");
});

test("a server is removed, down to an empty list", () => {
  const rest = textOf(removeServer(FILE, "ragnarok"));
  expect(rest).toContain("island");
  expect(rest).not.toContain("ragnarok");
  expect(readClusterFile(textOf(removeServer(rest, "island")), { baseFolder: "/" })).toMatchObject({
    cluster: { name: "Ours", servers: [] },
  });
});

test("an unknown server, and a file with problems, are left alone", () => {
  expect(removeServer(FILE, "nowhere")).toEqual({ refused: "unknown" });
  expect(removeServer("", "nowhere")).toEqual({ refused: "unknown" });
  expect(editServer(FILE.replace("ase", "ark"), "island", {})).toMatchObject({ refused: "file" });
});
