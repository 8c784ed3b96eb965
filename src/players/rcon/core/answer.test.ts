import { describe, expect, test } from "vitest";
import { answerAssembler } from "./answer.ts";
import type { RconPacket } from "./packet.ts";

const piece = (body: string | Buffer, id = 7, type = 0): RconPacket => ({ id, type, body: Buffer.from(body) });
const full = piece("x".repeat(4096));

describe("an answer", () => {
  test("of one packet that is not full is complete, also an empty one", () => {
    for (const text of ["World Saved", ""]) {
      const answer = answerAssembler(7);
      expect(answer.add([piece(text)])).toBe("complete");
      expect(answer.text()).toBe(text);
    }
  });

  test("goes on after a full packet until one that is not full", () => {
    const answer = answerAssembler(7);
    expect(answer.add([full])).toBe("open");
    expect(answer.add([full])).toBe("open");
    expect(answer.add([piece("end")])).toBe("complete");
    expect(answer.text()).toBe(`${"x".repeat(8192)}end`);
  });

  test("stays open after 4,086 bytes, which fill a packet by Valve's count", () => {
    expect(answerAssembler(7).add([piece("x".repeat(4086))])).toBe("open");
  });

  test("takes all packets that came together, also after one that seemed to be the last", () => {
    const answer = answerAssembler(7);
    expect(answer.add([piece("a"), piece("b"), piece("c", 8)])).toBe("complete");
    expect(answer.text()).toBe("ab");
  });

  test.each([
    ["another id", piece("x", 8)],
    ["id 0", piece("x", 0)],
    ["id -1", piece("x", -1)],
    ["the type of a verdict", piece("x", 7, 2)],
    ["an unknown type", piece("x", 7, 5)],
    ["Keep Alive under its own id", piece("Keep Alive")],
    ["Keep Alive with a line end", piece("Keep Alive \n", 0)],
  ])("is not touched by a packet with %s", (_, foreign) => {
    const answer = answerAssembler(7);
    expect(answer.add([foreign])).toBe("waiting");
    expect(answer.add([full, foreign])).toBe("open");
    expect(answer.add([foreign, piece("!"), foreign])).toBe("complete");
    expect(answer.text()).toBe(`${"x".repeat(4096)}!`);
  });

  test("may mention Keep Alive", () => {
    const answer = answerAssembler(7);
    expect(answer.add([piece("0. Keep Alive, 76561198000000001")])).toBe("complete");
    expect(answer.text()).toContain("Keep Alive,");
  });

  test("of more than 1 MB is too long, and stays so", () => {
    const answer = answerAssembler(7);
    for (let count = 0; count < 244; count++) expect(answer.add([full])).toBe("open");
    expect(answer.add([full])).toBe("tooLong");
    expect(answer.add([piece("end")])).toBe("tooLong");
    expect(answer.text()).toHaveLength(244 * 4096 + 4096);
  });

  test("loses zeros at its end and keeps bytes that are not UTF-8 as U+FFFD", () => {
    const answer = answerAssembler(7);
    answer.add([piece(Buffer.from("J\xfcrgen\0\0", "latin1"))]);
    expect(answer.text()).toBe("J\ufffdrgen");
  });

  test("keeps its bytes when the buffer in which they came is used again", () => {
    const answer = answerAssembler(7);
    const buffer = Buffer.from("kept");
    answer.add([{ id: 7, type: 0, body: buffer }]);
    buffer.fill("x");
    expect(answer.text()).toBe("kept");
  });
});
