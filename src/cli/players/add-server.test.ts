import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { newServer, type AddServerOptions } from "./add-server.ts";

const entry = (options: Omit<AddServerOptions, "game">, file = "tripod.yaml") =>
  newServer("island", { game: "ase", ...options }, file);

describe("the options of add-server", () => {
  test("become an entry of the cluster's file", () => {
    const options = {
      name: "The Island",
      saves: "./saves",
      rcon: "10.0.0.7:27020",
      rconPasswordEnv: "ISLAND_RCON",
      query: "27015",
    };
    expect(entry(options)).toEqual({
      key: "island",
      game: "ase",
      name: "The Island",
      saves: { folder: "./saves" },
      rcon: { host: "10.0.0.7", port: 27_020, passwordEnv: "ISLAND_RCON" },
      query: { port: 27_015 },
    });
    expect(entry({ saves: "/arks", worldFile: "TheIsland.ark" }).saves).toEqual({
      folder: "/arks",
      store: "world",
      worldFile: "TheIsland.ark",
    });
    expect(entry({ query: "[2001:db8::7]:7777" }).query).toEqual({ host: "2001:db8::7", port: 7_777 });
  });

  test("name paths from the working folder, wherever the file is", () => {
    expect(entry({ saves: "saves" }, "/etc/tripod/tripod.yaml").saves?.folder).toBe(resolve("saves"));
    const rcon = { rcon: "27020", rconPasswordFile: "secret" };
    expect(entry(rcon, "other/tripod.yaml").rcon?.passwordFile).toBe(resolve("secret"));
    expect(entry({ saves: "/arks" }, "/etc/tripod/tripod.yaml").saves?.folder).toBe("/arks");
  });

  test.each([
    ["RCON without a password", { rcon: "27020" }, "RCON needs a password"],
    ["a password without RCON", { rconPasswordEnv: "A" }, "where RCON listens"],
    ["a world without its folder", { worldFile: "A.ark" }, "--saves"],
    ["an address without a port", { query: "example.com" }, "--query must be a host and a port"],
    ["an address that is a URL", { query: "http://example.com:7" }, "--query must be a host and a port"],
  ])("are refused: %s", (_what, options, says) => {
    expect(() => entry(options)).toThrow(says);
  });
});
