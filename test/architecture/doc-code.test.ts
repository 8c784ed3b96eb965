/** The TypeScript of documents compiles. */
import { expect, test } from "vitest";
import { sourcesOf, typeProblemsOf } from "./doc-code.ts";
import { filesBelow, readText } from "./source-files.ts";

const documents = filesBelow("").filter((file) =>
  /^(?:README|CONTRIBUTING)\.md$|^docs\/(?!generated\/).*\.md$/.test(file),
);

/** A document whose only mistake is on its line 15. */
const PLANTED = `# Planted

<!-- ts
import { toMillis } from "./src/kit/time/instant.ts";
import type { Instant } from "./src/kit/time/instant.ts";
-->

\`\`\`ts
export const ages = (at: Instant): number => Date.now() - toMillis(at);
\`\`\`

\`\`\`ts src/kit/time/planted.ts
import { toMillis } from "./instant.ts";

export const age = toMillis(5);
\`\`\`

\`\`\`js
notChecked(;
\`\`\`
`;

test("the TypeScript of documents compiles, and a mistake is reported with the line of its document", () => {
  const texts = new Map(documents.map((file) => [file, readText(file)]));
  expect(typeProblemsOf(new Map([...texts, ["docs/planted.md", PLANTED]]))).toEqual([
    expect.stringMatching(/^docs\/planted\.md:15: TS2345: .*'number'/),
  ]);
});

test("blocks and hidden lines of one path are one file, and lines keep their numbers", () => {
  const text = "<!-- ts src/a.ts\nconst a = 1;\n-->\n\n```ts src/a.ts\nconsole.log(a);\n```\n\n```ts\nb();\n```\n";
  const sources = sourcesOf("docs/x.md", text);
  expect([...sources]).toEqual([
    ["src/a.ts", "\nconst a = 1;\n\n\n\nconsole.log(a);\nexport {};\n"],
    ["x-9.ts", `${"\n".repeat(9)}b();\nexport {};\n`],
  ]);
});

test("a block that is never closed is named", () => {
  expect(() => sourcesOf("docs/x.md", "\n```ts\nb();\n")).toThrow("docs/x.md:2 is never closed");
});
