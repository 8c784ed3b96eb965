import fc from "fast-check";
import { expect, test } from "vitest";
import { encodePacket, packetDecoder, type RconPacket } from "./packet.ts";

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const body = fc.string({ unit: "grapheme", maxLength: 300 }).map((text) => text.replaceAll("\0", ""));
const written = fc.record({ id: int32, type: int32, body });

/** Cuts bytes at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

function readAll(pieces: readonly Buffer[]): { packets: RconPacket[]; problems: (string | undefined)[] } {
  const decoder = packetDecoder();
  const decoded = pieces.map((piece) => decoder.push(piece));
  return { packets: decoded.flatMap(({ packets }) => packets), problems: decoded.map(({ problem }) => problem) };
}

test("what was written is read, wherever the stream was cut", () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (packets, places) => {
      const stream = Buffer.concat(packets.map((packet) => encodePacket(packet.id, packet.type, packet.body)));
      const { packets: read, problems } = readAll(cut(stream, places));
      expect(problems.every((problem) => problem === undefined)).toBe(true);
      expect(read.map((packet) => ({ ...packet, body: packet.body.toString() }))).toEqual(packets);
    }),
  );
});

test("any bytes are read or refused the same, however they were cut, and never throw", () => {
  // Mostly plausible sizes, so that more than the first four bytes is looked at.
  const sized = fc
    .tuple(fc.integer({ min: 8, max: 40 }), fc.uint8Array({ maxLength: 60 }))
    .map(([size, bytes]) => Buffer.concat([Buffer.of(size, 0, 0, 0), bytes]));
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    sized,
  );
  fc.assert(
    fc.property(anything, fc.array(fc.nat(), { maxLength: 10 }), (bytes, places) => {
      const whole = readAll([bytes]);
      const pieces = readAll(cut(bytes, places));
      expect(pieces.packets).toEqual(whole.packets);
      expect(pieces.problems.at(-1)).toEqual(whole.problems.at(-1));
    }),
  );
});
