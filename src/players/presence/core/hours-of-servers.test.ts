import { expect, test } from "vitest";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { hoursOfServers } from "./hours-of-servers.ts";

const from = fromMillis(1_767_225_600_000);
const hour = (index: number) => plusMillis(from, index * HOUR_MS);

test("an empty hour is a gap unless the server was watched in it", () => {
  const hours = hoursOfServers(["island", "ragnarok"], {
    from,
    until: plusMillis(hour(3), HOUR_MS / 2),
    online: [
      { server: "island", at: hour(0), players: 2, seconds: 3_600 },
      { server: "island", at: hour(3), players: 1, seconds: 900 },
    ],
    watched: [{ server: "island", at: hour(1), minutes: 60, knownSince: hour(1) }],
  });
  expect(hours).toEqual([
    { server: "island", players: [2, 0, null, 1], average: [1, 0, null, 0.5], watchedMinutes: [null, 60, 0, 0] },
    {
      server: "ragnarok",
      players: [null, null, null, null],
      average: [null, null, null, null],
      watchedMinutes: [null, null, null, null],
    },
  ]);
});
