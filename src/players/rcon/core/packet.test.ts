import { describe, expect, test } from "vitest";
import { AUTH, COMMAND, encodePacket, packetDecoder } from "./packet.ts";

/** A packet as the protocol's page shows one: size 15, id 1, type 0, "12345" and two zeros. */
const RECORDED = Buffer.from("0f000000010000000000000031323334350000", "hex");

/** A packet whose size is `size` and whose bytes after it are all zero. */
function zeros(size: number): Buffer {
  const packet = Buffer.alloc(4 + Math.max(0, Math.min(size, 10_000)));
  packet.writeInt32LE(size);
  return packet;
}

describe("writing", () => {
  test("a packet has size, id, type, body and two zeros, little-endian", () => {
    const hex = (packet: Buffer): string => packet.toString("hex").replace(/(.{8})(.{8})(.{8})/, "$1 $2 $3 ");
    expect(hex(encodePacket(7, AUTH, "pw"))).toBe("0c000000 07000000 03000000 70770000");
    expect(hex(encodePacket(-1, COMMAND, ""))).toBe("0a000000 ffffffff 02000000 0000");
  });

  test("a body of 4,096 bytes fits, one more does not, and bytes are counted, not characters", () => {
    expect(encodePacket(1, COMMAND, "x".repeat(4096))).toHaveLength(4110);
    expect(() => encodePacket(1, COMMAND, "x".repeat(4097))).toThrow("at most 4,096 bytes");
    expect(() => encodePacket(1, COMMAND, "é".repeat(2049))).toThrow("at most 4,096 bytes");
  });

  test("a zero byte is refused, and the refusal does not quote the body", () => {
    expect(() => encodePacket(1, AUTH, "hunter2\0")).toThrow(/^(?!.*hunter2).*no zero byte/);
  });
});

describe("reading", () => {
  test("a recorded packet is read", () => {
    const { packets, problem } = packetDecoder().push(RECORDED);
    expect(problem).toBeUndefined();
    expect(packets.map(({ id, type, body }) => [id, type, body.toString()])).toEqual([[1, 0, "12345"]]);
  });

  test("nothing comes out before the last byte, and several packets come out at once", () => {
    const decoder = packetDecoder();
    for (const byte of RECORDED.subarray(0, -1)) expect(decoder.push(Buffer.of(byte)).packets).toEqual([]);
    expect(
      decoder.push(Buffer.concat([RECORDED.subarray(-1), RECORDED, RECORDED.subarray(0, 3)])).packets,
    ).toHaveLength(2);
  });

  test.each([
    [10, undefined],
    [4106, undefined],
    [9, "a packet of 9 bytes"],
    [0, "a packet of 0 bytes"],
    [-1, "a packet of -1 bytes"],
    [4107, "a packet of 4107 bytes"],
    [2_147_483_647, "a packet of 2147483647 bytes"],
  ])("a size of %d is within the limits or refused", (size, problem) => {
    const decoded = packetDecoder().push(zeros(size));
    if (problem === undefined) expect(decoded).toMatchObject({ packets: [{ id: 0 }], problem: undefined });
    else expect(decoded).toEqual({ packets: [], problem: expect.stringContaining(problem) });
  });

  test.each(["HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n", "\xff\xff\xff\xffI"])(
    "another protocol is not RCON: %j",
    (text) => {
      expect(packetDecoder().push(Buffer.from(text, "latin1")).problem).toContain("announces a packet of");
    },
  );

  test("packets before a broken one are kept, and after it nothing is read any more", () => {
    const decoder = packetDecoder();
    const first = decoder.push(Buffer.concat([RECORDED, zeros(5), RECORDED]));
    expect(first.packets).toHaveLength(1);
    expect(first.problem).toBeDefined();
    expect(decoder.push(RECORDED)).toEqual({ packets: [], problem: first.problem });
  });

  test("a packet that does not end with two zeros is refused", () => {
    for (const at of [-1, -2]) {
      const broken = Buffer.from(RECORDED);
      broken[broken.length + at] = 0x21;
      expect(packetDecoder().push(broken)).toEqual({
        packets: [],
        problem: "a packet does not end with two zero bytes",
      });
    }
  });
});
