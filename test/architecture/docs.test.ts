/** Documents speak of files, headings and scripts that exist. */
import { describe, expect, test } from "vitest";
import { anchorsOf, problemsOf, type World } from "./markdown.ts";
import { filesBelow, readText } from "./source-files.ts";

const files = filesBelow("");
const { scripts = {} } = JSON.parse(readText("package.json")) as { scripts?: Record<string, string> };
const repository: World = { files, scripts: Object.keys(scripts), read: readText };
const documents = files.filter((file) => /^(?:README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file));

/** `risk/halt`, `POST risk/halt` and `/api/v2/risk/halt`. */
const OPERATION = /`(?:POST |GET )?(?:\/api\/v2\/)?([a-z][a-z-]*\/[a-z/-]*[a-z])`/g;

describe("documents", () => {
  test("begin with a README", () => {
    expect(documents).toContain("README.md");
  });

  test.each(documents)("%s names only what exists", (file) => {
    expect(problemsOf(file, readText(file), repository)).toEqual([]);
  });

  test("name operations of the trading platform as they are called", () => {
    const called = [...readText("docs/generated/endpoints.txt").matchAll(/ \/api\/v2\/(\S+)/g)].map(
      ([, name = ""]) => name,
    );
    const areas = new Set(called.map((name) => name.split("/", 1)[0]));
    // Decisions speak of their time.
    const present = documents.filter((file) => !file.startsWith("docs/decisions/"));
    const wrong = present.flatMap((file) =>
      [...readText(file).matchAll(OPERATION)]
        .map(([, name = ""]) => name)
        .filter((name) => areas.has(name.split("/", 1)[0]) && !called.includes(name))
        .map((name) => `${file}: there is no operation ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the check of documents", () => {
  const world: World = {
    files: ["README.md", "package.json", "docs/guide.md", "src/main.ts", "src/kit/sql/pool.ts", "bin/tripod.js"],
    scripts: ["build", "test"],
    read: () => "# Guide\n\n## First steps\n\n## First steps\n\n```bash\n# not a heading\n```\n",
  };

  test.each([
    ["See `src/main.tsx`.", "there is no src/main.tsx"],
    ["See `src/kit/mail/`.", "there is no src/kit/mail/"],
    ["See `src/players/*.ts`.", "there is no src/players/*.ts"],
    ["See `src/{kit,nothing}/sql/poll.ts`.", "there is no src/{kit,nothing}/sql/poll.ts"],
    ["See `src/main.tsx:12`.", "there is no src/main.tsx:12"],
    ["See `CHANGES.md`.", "there is no CHANGES.md"],
    ["```bash\nnode bin/tripod.mjs serve\n```", "there is no bin/tripod.mjs"],
    ["```sh\nnpm run built\n```", 'package.json has no script "built"'],
    ["Run `npm start`.", 'package.json has no script "start"'],
    ["Run `npm run lint`.", 'package.json has no script "lint"'],
    ["[guide](docs/gide.md)", "the link docs/gide.md leads nowhere"],
    ["[guide](docs/guide.md#last-steps)", "docs/guide.md has no heading for #last-steps"],
    ["[here](#nowhere)", "README.md has no heading for #nowhere"],
    ["[guide][1]\n\n[1]: ./docs/none.md", "the link ./docs/none.md leads nowhere"],
  ])("finds what is wrong with %j", (text, problem) => {
    expect(problemsOf("README.md", text, world)).toEqual([`README.md: ${problem}`]);
  });

  test.each([
    "`src/main.ts`, `./src/main.ts:3`, `src/kit/`, `src/**/pool.ts`, `src/{main,other}.ts`, `pool.ts`, `package.json`",
    "`docs/decisions/NNNN-title.md`, `src/<service>/build.ts`, `@fastify/cors`, `/v0.1/servers`, `server.json`",
    "[guide](docs/guide.md), [steps](docs/guide.md#first-steps-1), [site](https://example.com/x#y)",
    "```bash\nnpm test && npm run build\nnode bin/tripod.js serve all --demo\n```",
    "```ts\nimport x from 'src/nowhere.ts';\n```",
  ])("has nothing against %j", (text) => {
    expect(problemsOf("README.md", text, world)).toEqual([]);
  });

  test("makes anchors as GitHub does", () => {
    expect(anchorsOf("# Säße, `tripod serve` & more!\n## [A](b.md) c\n## A c\n")).toEqual([
      "säße-tripod-serve--more",
      "a-c",
      "a-c-1",
    ]);
  });
});
