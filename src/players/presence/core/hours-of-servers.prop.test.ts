import fc from "fast-check";
import { expect, test } from "vitest";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { hoursOfServersNaively } from "./hours-of-servers.naive.ts";
import { hoursOfServers } from "./hours-of-servers.ts";

const FROM = fromMillis(1_767_225_600_000);
const MOST_HOURS = 6;
const hour = (index: number) => plusMillis(FROM, index * HOUR_MS);
const server = fc.constantFrom("island", "ragnarok", "former");
const place = fc.record({ server, index: fc.nat(MOST_HOURS - 1) });
const selector = ({ server: of, index }: { readonly server: string; readonly index: number }) => `${of} ${index}`;

test("hours are those that a search for each of them finds", () => {
  const places = fc.uniqueArray(place, { selector, maxLength: 12 });
  fc.assert(
    fc.property(places, places, fc.integer({ min: 1, max: MOST_HOURS * HOUR_MS }), (seen, noted, lengthMs) => {
      const until = plusMillis(FROM, lengthMs);
      const isIn = ({ index }: { readonly index: number }): boolean => hour(index) < until;
      const online = seen.filter(isIn).map(({ server: of, index }, at) => {
        return { server: of, at: hour(index), players: at + 1, seconds: (at + 1) * 100 };
      });
      const watched = noted
        .filter(isIn)
        .toSorted((one, other) => one.index - other.index)
        .map(({ server: of, index }) => {
          const first = Math.min(...noted.filter((each) => each.server === of).map((each) => each.index));
          return { server: of, at: hour(index), minutes: index + 1, knownSince: hour(first) };
        });
      const of = { from: FROM, until, online, watched };
      const servers = ["ragnarok", "island"];
      expect(hoursOfServers(servers, of)).toEqual(hoursOfServersNaively(servers, of));
    }),
  );
});
