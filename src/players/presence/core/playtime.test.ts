import { describe, expect, test } from "vitest";
import { playtime } from "./playtime.ts";

describe("playtime", () => {
  test("without a server is nothing", () => {
    expect(playtime([])).toEqual({ totalSeconds: 0, recentSeconds: 0, perServer: [] });
  });

  test("is listed by server, the most played first, then by name", () => {
    const on = (server: string, micros: number) => ({ server, micros, recentMicros: 0, sessions: 1 });
    const { perServer } = playtime([on("b", 5), on("c", 9), on("a", 5)]);
    expect(perServer.map(({ server }) => server)).toEqual(["c", "a", "b"]);
  });

  test("is rounded down once, not server by server", () => {
    const servers = ["a", "b"].map((server) => ({ server, micros: 600_000, recentMicros: 500_000, sessions: 2 }));
    expect(playtime(servers)).toEqual({
      totalSeconds: 1,
      recentSeconds: 1,
      perServer: [
        { server: "a", seconds: 0, sessions: 2 },
        { server: "b", seconds: 0, sessions: 2 },
      ],
    });
  });
});
