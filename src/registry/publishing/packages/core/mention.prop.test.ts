import fc from "fast-check";
import { expect, test } from "vitest";
import { claimVerdict } from "./mention.ts";

const part = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,20}[A-Za-z0-9])?$/);
const name = fc.tuple(part, part).map(([namespace, own]) => `${namespace}/${own}`);

test("a claim holds for the claimed name and for no other, whatever surrounds it", () => {
  const around = fc.string().filter((text) => !text.includes("mcp-name"));
  fc.assert(
    fc.property(name, name, around, around, (claimed, other, before, after) => {
      const text = `${before}\nmcp-name: ${claimed}\n${after}`;
      expect(claimVerdict(text, claimed, "it").kind).toBe("owned");
      if (other !== claimed) expect(claimVerdict(text, other, "it").kind).toBe("refused");
    }),
  );
});

test("a longer name claims nothing for its beginning", () => {
  fc.assert(
    fc.property(name, fc.stringMatching(/^[._/-]{0,3}[A-Za-z0-9]{1,5}$/), (short, rest) => {
      expect(claimVerdict(`mcp-name: ${short}${rest}`, short, "it").kind).toBe("refused");
    }),
  );
});
