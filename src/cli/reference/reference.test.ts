/** One small tree of commands, as each document and each shell sees it. */
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Argument, Option } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { TripodCommand } from "../tripod-command.ts";
import { bashCompletion } from "./bash-completion.ts";
import { commandTable, usageOf } from "./command-table.ts";
import { completionCases } from "./completion-cases.ts";
import { fishCompletion } from "./fish-completion.ts";
import { manPage } from "./man-page.ts";
import { commandReference } from "./markdown.ts";
import { zshCompletion } from "./zsh-completion.ts";

const folder = await temporaryFolder();
afterAll(() => folder.remove());

const hasFish = spawnSync("fish", ["--version"]).status === 0;
const hasZsh = spawnSync("zsh", ["--version"]).status === 0;

const table = commandTable(smallProgram());
const cases = completionCases(table);

function smallProgram(): TripodCommand {
  const program = new TripodCommand("tripod").description("Three services.").option("--config <file>", "the settings");
  program
    .command("serve")
    .description("serve one service")
    .addArgument(new Argument("[service]", "which").choices(["registry", "all"]).default("all"))
    .addOption(new Option("--role <role>", "what it's for").choices(["http", "worker"]))
    .option("--demo", "with invented data", false)
    .exits(1, "a port is taken | or not")
    .action(() => undefined);
  const token = program.command("token").description("tokens");
  token
    .command("import")
    .description("read tokens from a file")
    .argument("<files...>", "CSV")
    .requiredOption("--layout <name>", "what they are")
    .action(() => undefined);
  return program;
}

test("a row has its command's options, and its usage names the required ones", () => {
  expect(table.map(({ words, isRunnable }) => [words.join(" "), isRunnable])).toEqual([
    ["", false],
    ["serve", true],
    ["token", false],
    ["token import", true],
  ]);
  expect(table.map(usageOf).slice(1)).toEqual([
    "tripod serve [options] [service]",
    "tripod token",
    "tripod token import --layout <name> <files...>",
  ]);
});

test("the page of commands shows arguments, options with choices and defaults, and codes that mean more", () => {
  const page = commandReference(table);
  expect(page).toContain("| [`tripod token import`](#tripod-token-import) | read tokens from a file |");
  expect(page).toContain("| `service` | which; one of `registry`, `all` | `all` |");
  expect(page).toContain("| `--layout <name>` | what they are (required) |  |");
  expect(page).toContain("| 1 | a port is taken \\| or not |");
  expect(page).not.toContain("## tripod token\n");
});

test("the manual has a part for each command, and escapes what the language of man would read", () => {
  const page = manPage(table);
  expect(page).toContain(".SS tripod token import \\-\\-layout <name> <files...>");
  expect(page).toContain(".B \\-\\-role <role>\nwhat it's for; one of http, worker\n");
  expect(page.split("\n").filter((line) => /^['.](?![A-Z]{1,2}\b)/.test(line))).toEqual([]);
});

describe("completion", () => {
  const run = promisify(execFile);
  const inBash = async (...words: readonly string[]): Promise<string[]> => {
    const file = join(folder.path, "tripod.bash");
    await writeFile(file, bashCompletion(cases));
    const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tripod; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await run("bash", ["-c", program, "bash", file, "tripod", ...words], { cwd: folder.path });
    return stdout.split("\n").filter((line) => line !== "");
  };

  test.each([
    [[""], ["serve", "token", "--config", "--help"]],
    [["to"], ["token"]],
    [
      ["token", ""],
      ["import", "--config", "--help"],
    ],
    [["serve", "r"], ["registry"]],
    [
      ["serve", "--role", ""],
      ["http", "worker"],
    ],
    [["serve", "--role", "=", "w"], ["worker"]],
    [["serve", "--role", "http", "--d"], ["--demo"]],
    [["--config", "tripod.yaml", "se"], ["serve"]],
    [["--config", "tripod.b"], ["tripod.bash"]],
  ])("bash completes %j with %j", async (words, found) => {
    expect(await inBash(...words)).toEqual(found);
  });

  test.skipIf(!hasFish).each([
    ["tripod to", ["token"]],
    ["tripod serve --role ", ["http", "worker"]],
    ["tripod serve --role http --d", ["--demo"]],
    ["tripod --config tripod.f", ["tripod.fish"]],
  ])("fish completes %j with %j", async (line, found) => {
    const file = join(folder.path, "tripod.fish");
    await writeFile(file, fishCompletion(cases));
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder.path };
    const program = `source '${file}'; complete -C '${line}'`;
    const { stdout } = await run("fish", ["--no-config", "-c", program], { cwd: folder.path, env });
    expect(stdout.split("\n").flatMap((each) => (each === "" ? [] : [each.split("\t")[0]]))).toEqual(found);
  });

  test.skipIf(!hasZsh)("zsh can read its script", async () => {
    const file = join(folder.path, "_tripod");
    await writeFile(file, zshCompletion(cases));
    expect(await run("zsh", ["-n", file])).toMatchObject({ stderr: "" });
  });

  test("zsh and fish have a case for each command and each option that takes a value", () => {
    for (const script of [zshCompletion(cases), fishCompletion(cases)]) {
      for (const at of ["'serve'", "'serve:--role'", "'token import'", "'token import:--config'"]) {
        expect(script.replaceAll("\\'", "'")).toContain(at);
      }
    }
    expect(zshCompletion(cases)).toContain("'--role:what it'\\''s for'");
    expect(fishCompletion(cases)).toContain("-a '--role' -d 'what it\\'s for'");
  });
});
