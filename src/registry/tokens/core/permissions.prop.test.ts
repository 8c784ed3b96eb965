import * as fc from "fast-check";
import { expect, test } from "vitest";
import { covers } from "../../../kit/text/name-pattern.ts";
import { blockedNamespaceOf, parsePattern } from "./permissions.ts";

const part = fc.stringMatching(/^[a-c.]{1,4}$/);
const name = fc.tuple(part, part).map(([namespace, rest]) => `${namespace}/${rest}`);
const pattern = fc.oneof(
  name,
  name.map((text) => `${text}*`),
  part.map((text) => `${text}.*`),
);

test("a grant that passes the block covers no name in a blocked namespace", () => {
  fc.assert(
    fc.property(pattern, part, name, (resource, blocked, tried) => {
      fc.pre(blockedNamespaceOf([{ action: "publish", resource }], [blocked]) === undefined);
      expect(covers(resource, `${blocked}/${tried.split("/")[1] ?? ""}`)).toBe(false);
    }),
  );
});

test("what parses as a pattern has no * but at its end", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parsePattern(text);
      expect((parsed ?? "").slice(0, -1)).not.toContain("*");
    }),
  );
});
