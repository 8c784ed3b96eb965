/** The table of commands is whole, and documents and messages name only commands and options that are in it. */
import { describe, expect, test } from "vitest";
import { tripodProgram } from "../../src/cli/program.ts";
import { commandTable, nameOf, type CommandRow } from "../../src/cli/reference/command-table.ts";
import { filesBelow, programFiles, readText } from "./source-files.ts";

const table = commandTable(tripodProgram());
const runnable = table.filter(({ isRunnable }) => isRunnable);
const rows = new Map(table.map((row) => [row.words.join(" "), row]));
const everywhere = new Set([...(table[0]?.options ?? []).map(({ long }) => long), "help"]);

describe("every command", () => {
  test.each(table.map((row) => [nameOf(row), row] as const))(
    "%s says what it, its arguments and options are for",
    (_, row) => {
      expect(row.summary).not.toBe("");
      expect([...row.arguments, ...row.options].filter(({ about }) => about === "")).toEqual([]);
      expect(row.isRunnable || row.subcommands.length > 0).toBe(true);
    },
  );

  test.each(runnable.filter(isList).map((row) => [nameOf(row), row] as const))(
    "%s shows a list, also as JSON",
    (_, row) => {
      expect(row.options.map(({ long }) => long)).toContain("json");
    },
  );

  test("is named by its words once", () => {
    expect(rows.size).toBe(table.length);
  });
});

/** What `list`, `show` or `try` says. */
function isList({ words, summary }: CommandRow): boolean {
  return words.at(-1) === "list" || /^(?:show|try)\b/.test(summary);
}

describe("documents and messages", () => {
  const documents = filesBelow("").filter((file) =>
    /^(?:README|CONTRIBUTING)\.md$|^docs\/(?!generated\/).*\.md$/.test(file),
  );

  test.each([...documents, ...programFiles()])("%s names commands and options that are there", (file) => {
    expect(problemsIn(readText(file))).toEqual([]);
  });

  // The console knows the words before a command only when it is shown.
  test.each(programFiles().filter((file) => file.startsWith("src/console/")))(
    "%s shows commands that are there",
    (file) => {
      expect(problemsIn(readText(file).replaceAll(/\b(?:typed|command)\(["'`]/g, "`tripod "))).toEqual([]);
    },
  );

  test("the texts of the console name commands and options that are there", () => {
    const text = readText("src/console/texts.json").replaceAll("{tripod} ", "`tripod ");
    expect(text.match(/`tripod /g)?.length).toBeGreaterThan(5);
    expect(problemsIn(text)).toEqual([]);
    expect(text).not.toContain("npx tripod");
  });

  test.each([
    ["`tripod registri token`", ["tripod registri"]],
    ["```sh\nnpx tripod trading user lst\n```", ["tripod trading user lst"]],
    ["`tripod serve all --demos`", ["tripod serve --demos"]],
    ["`tripod serve all --port 1 --config x`, `tripod players key ...`, `tripod keys rotate`, `tripod <service>`", []],
  ])("of %j it finds %j", (text, problems) => {
    expect(problemsIn(text)).toEqual(problems);
  });
});

/** Commands and options that are mentioned and not in the table. */
function problemsIn(text: string): string[] {
  const mentions = text.matchAll(/(?:`|^|npx |\$\()tripod ([a-z][^\n`"\\|;&)>]*)/gm);
  return [...mentions].flatMap(([, given = ""]) => problemsOf(given.replace(/\$\{.*/s, "...").split(/\s+/)));
}

function problemsOf(given: readonly string[]): string[] {
  let row: CommandRow | undefined = table[0];
  let rest = given.filter((word) => word !== "");
  for (let word = rest[0]; row && word !== undefined && row.subcommands.includes(word); word = rest[0]) {
    row = rows.get([...row.words, word].join(" "));
    rest = rest.slice(1);
  }
  if (!row) return [];
  const [next = "..."] = rest;
  if (!row.isRunnable && next !== "help" && /^[a-z]/.test(next)) return [`${nameOf(row)} ${next}`];
  const known = new Set([...row.options.map(({ long }) => long), ...everywhere]);
  const options = rest.flatMap((word) => /^--([a-z][a-z-]*)/.exec(word)?.[1] ?? []);
  const shown = row;
  return options.filter((option) => !known.has(option)).map((option) => `${nameOf(shown)} --${option}`);
}
