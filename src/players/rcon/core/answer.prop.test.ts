import fc from "fast-check";
import { expect, test } from "vitest";
import { answerAssembler } from "./answer.ts";

test("joins bytes before it reads characters, wherever the packets were cut", () => {
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 50 }).filter((made) => !made.endsWith("\0"));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (made, size) => {
      const bytes = Buffer.from(made);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({
        id: 7,
        type: 0,
        body: bytes.subarray(index * size, (index + 1) * size),
      }));
      const answer = answerAssembler(7);
      answer.add(pieces);
      expect(answer.text()).toBe(bytes.toString());
    }),
  );
});
