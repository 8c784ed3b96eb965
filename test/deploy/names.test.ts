/** Files for containers, Kubernetes, systemd and proxies name only what the program has. */
import { describe, expect, test } from "vitest";
import { readText } from "../architecture/source-files.ts";
import { commandLine } from "../support/command-line.ts";
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

describe("commands", async () => {
  const run = await commandLine({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
  const helps = new Map<string, string>();
  const helpOf = async (words: readonly string[]): Promise<string> => {
    const key = words.join(" ");
    const known = helps.get(key);
    if (known !== undefined) return known;
    const { out } = await run(...words, "--help");
    helps.set(key, out);
    return out;
  };

  /** Why a command line cannot be given; undefined when it can. */
  const problemOf = async (words: readonly string[]): Promise<string | undefined> => {
    const plain = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
    const named = plain === -1 ? words : words.slice(0, plain);
    const help = await helpOf(named);
    const path = /^Usage: tripod ([a-z -]*)/.exec(help)?.[1]?.trim().split(" ") ?? [];
    if (path[0] !== words[0]) return `there is no command ${words[0] ?? ""}`;
    const [services] = /registry, players, trading or all/.exec(help) ?? [];
    const argument = words[path.length];
    if (services !== undefined && argument !== undefined && /^[a-z]/.test(argument)) {
      if (!/^(?:registry|players|trading|all)$/.test(argument)) return `there is no service ${argument}`;
    }
    for (const [at, word] of words.entries()) {
      if (!word.startsWith("--")) continue;
      const [option = ""] = word.split("=", 1);
      if (!new RegExp(`^\\s+(?:-\\w, )?${option}\\b`, "m").test(help)) return `there is no option ${option}`;
      const choices = new RegExp(`${option} <[^>]+>[^(]*\\(choices: ([^)]*)`).exec(help.replaceAll(/\s+/g, " "))?.[1];
      const value = words[at + 1] ?? "";
      if (choices !== undefined && !choices.includes(`"${value}"`)) return `${option} cannot be ${value}`;
    }
    return undefined;
  };

  test("of all files exist, with their options and roles", async () => {
    const found = DEPLOYMENT_FILES.flatMap((file) => commandsIn(file).map((words) => ({ file, words })));
    const files = new Set(found.map(({ file }) => file));
    for (const file of ["Dockerfile", "compose.yaml", "deploy/compose.scale.yaml", "docs/install.md"])
      expect(files).toContain(file);
    expect([...files].filter((file) => /helm|systemd/.test(file)).length).toBeGreaterThanOrEqual(3);
    const wrong: string[] = [];
    for (const { file, words } of found) {
      const problem = await problemOf(words);
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
  ])("that do not exist are found: %s", async (line, problem) => {
    expect(await problemOf(line.split(" "))).toBe(problem);
  });
});
