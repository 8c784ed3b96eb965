/** Files for containers, Kubernetes, systemd and proxies name only what the program has. */
import { describe, expect, test } from "vitest";
import { tripodProgram } from "../../src/cli/program.ts";
import { commandTable } from "../../src/cli/reference/command-table.ts";
import { readText } from "../architecture/source-files.ts";
import { DEPLOYMENT_FILES, PACKAGE, parseYaml, SETTINGS } from "../support/deployment.ts";

/** Names with our prefix that are not settings. */
const OTHERS = new Set(["TRIPOD_CONFIG"]);

/** Every variable that a text names and that is not a setting, or not a secret one where it names a file. */
function strangeVariables(text: string): string[] {
  return [...text.matchAll(/TRIPOD_[A-Z0-9_]*[A-Z0-9]\b/g)].flatMap(([name]) => {
    if (SETTINGS.has(name) || OTHERS.has(name)) return [];
    const secret = name.endsWith("_FILE") ? SETTINGS.get(name.slice(0, -"_FILE".length)) : undefined;
    return secret?.isSecret === true ? [] : [name];
  });
}

describe("settings", () => {
  test.each(DEPLOYMENT_FILES)("%s names only settings that exist", (file) => {
    expect(strangeVariables(readText(file))).toEqual([]);
  });

  test("that do not exist, or are not secret and named as files, are found", () => {
    const text = "TRIPOD_PORT TRIPOD_PORTS: 1 TRIPOD_SECRET_KEY_FILE=/x TRIPOD_PORT_FILE ${TRIPOD_NOTHING}";
    expect(strangeVariables(text)).toEqual(["TRIPOD_PORTS", "TRIPOD_PORT_FILE", "TRIPOD_NOTHING"]);
  });
});

describe("versions", () => {
  test("are that of package.json", () => {
    const [chart] = parseYaml(readText("deploy/helm/tripod/Chart.yaml")) as [Record<string, unknown>];
    expect([chart["version"], chart["appVersion"]]).toEqual([PACKAGE.version, PACKAGE.version]);
    expect(/^ARG VERSION=(.+)$/m.exec(readText("Dockerfile"))?.[1]).toBe(PACKAGE.version);
    const named = DEPLOYMENT_FILES.flatMap((file) =>
      [...readText(file).matchAll(/\btripod:(\d[\w.-]*)/g)].map(([, version]) => ({ file, version })),
    );
    expect(new Set(named.map(({ file }) => file)).size).toBeGreaterThanOrEqual(3);
    expect(named.filter(({ version }) => version !== PACKAGE.version)).toEqual([]);
  });
});

/** What containers run besides Tripod. */
const OTHER_PROGRAMS = new Set(["redis-server", "sleep"]);

/** Words of `tripod ...` in lines of a shell, in lists of YAML and Dockerfiles, and in units. */
function commandsIn(file: string): string[][] {
  const text = readText(file);
  const lists = [...text.matchAll(/^(?: *command:|CMD|.*\bargs:) (\[.*\])$/gm)].map(([, list = ""]) =>
    list.replaceAll(/[[\]",]/g, " "),
  );
  const lines = [
    ...text.matchAll(/(?:^|[`$(;&|=] *|npx |-- |exec \S+ |run .*?\S+ )tripod ((?:[a-z<-][^\n`);&|]*)?)/gm),
  ].map(([, rest = ""]) => rest);
  return [...lists, ...lines]
    .map((line) =>
      line
        .replaceAll(/\{\{ \.Values\.serves \}\}|\{\{ \$\.Values\.serves \}\}|\$\{SERVICE:-all\}|%i/g, "all")
        .replaceAll(/\{\{ \$role \}\}|\$\{ROLE\}/g, "http")
        .trim()
        .split(/\s+/),
    )
    .filter(([first = ""]) => /^[a-z]/.test(first) && !OTHER_PROGRAMS.has(first));
}

describe("commands", () => {
  const rows = new Map(commandTable(tripodProgram()).map((row) => [row.words.join(" "), row]));

  /** Why a command line cannot be given; undefined when it can. */
  const problemOf = (words: readonly string[]): string | undefined => {
    let row = rows.get("");
    let rest = [...words];
    for (let [word = ""] = rest; row?.subcommands.includes(word); [word = ""] = rest) {
      row = rows.get([...row.words, word].join(" "));
      rest = rest.slice(1);
    }
    if (!row || row.words.length === 0) return `there is no command ${words[0] ?? ""}`;
    const [argument] = row.arguments;
    const [given = ""] = rest;
    if (argument?.choices.length && /^[a-z]/.test(given) && !argument.choices.includes(given)) {
      return `there is no ${argument.name} ${given}`;
    }
    for (const [at, word] of rest.entries()) {
      if (!word.startsWith("--")) continue;
      const [option = ""] = word.split("=", 1);
      const known = row.options.find(({ long }) => `--${long}` === option);
      if (!known && option !== "--help") return `there is no option ${option}`;
      const value = rest[at + 1] ?? "";
      if (known?.choices.length && !known.choices.includes(value)) return `${option} cannot be ${value}`;
    }
    return undefined;
  };

  test("of all files exist, with their options and roles", () => {
    const found = DEPLOYMENT_FILES.flatMap((file) => commandsIn(file).map((words) => ({ file, words })));
    const files = new Set(found.map(({ file }) => file));
    for (const file of ["Dockerfile", "compose.yaml", "deploy/compose.scale.yaml", "docs/install.md"])
      expect(files).toContain(file);
    expect([...files].filter((file) => /helm|systemd/.test(file)).length).toBeGreaterThanOrEqual(3);
    const wrong: string[] = [];
    for (const { file, words } of found) {
      const problem = problemOf(words);
      if (problem !== undefined) wrong.push(`${file}: tripod ${words.join(" ")}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["serv all", "there is no command serv"],
    ["serve registy", "there is no service registy"],
    ["serve all --rolle http", "there is no option --rolle"],
    ["serve all --role web", "--role cannot be web"],
    ["registry token --publish x", undefined],
    ["migrate", undefined],
  ])("that do not exist are found: %s", (line, problem) => {
    expect(problemOf(line.split(" "))).toBe(problem);
  });
});
