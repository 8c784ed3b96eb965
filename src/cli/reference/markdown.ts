/** `docs/generated/cli.md`: every command with its arguments, options and exit codes. */
import { COMMON_EXIT_CODES } from "../tripod-command.ts";
import {
  nameOf,
  ownExitCodes,
  sentenceOf,
  usageOf,
  type ArgumentRow,
  type CommandRow,
  type OptionRow,
} from "./command-table.ts";

export function commandReference(table: readonly CommandRow[]): string {
  const [program, ...commands] = table;
  const runnable = commands.filter(({ isRunnable }) => isRunnable);
  return [
    "# Command line",
    "",
    "Every command, with its arguments, options and exit codes. `tripod help COMMAND` and `--help` show the same.",
    "Answers go to standard output, and everything else to standard error.",
    "",
    "| command | what it does |",
    "| --- | --- |",
    ...runnable.map((row) => `| [\`${nameOf(row)}\`](#${nameOf(row).replaceAll(" ", "-")}) | ${cell(row.summary)} |`),
    "",
    "## Options of every command",
    "",
    ...optionTable(program?.options ?? []),
    "",
    "## Exit codes of every command",
    "",
    ...exitTable(COMMON_EXIT_CODES),
    "",
    "A command below says where a code means more.",
    ...runnable.flatMap(sectionOf),
    "",
  ].join("\n");
}

function sectionOf(row: CommandRow): string[] {
  const special = ownExitCodes(row);
  return [
    "",
    `## ${nameOf(row)}`,
    "",
    sentenceOf(row),
    "",
    "```sh",
    usageOf(row),
    "```",
    ...(row.arguments.length === 0 ? [] : ["", ...argumentTable(row.arguments)]),
    ...(row.options.length === 0 ? [] : ["", ...optionTable(row.options)]),
    ...(special.size === 0 ? [] : ["", ...exitTable(special)]),
  ];
}

function argumentTable(rows: readonly ArgumentRow[]): string[] {
  return [
    "| argument | meaning | default |",
    "| --- | --- | --- |",
    ...rows.map((row) => `| ${code(row.name)} | ${meaningOf(row)} | ${code(row.byDefault)} |`),
  ];
}

function optionTable(rows: readonly OptionRow[]): string[] {
  return [
    "| option | meaning | default |",
    "| --- | --- | --- |",
    ...rows.map((row) => `| ${code(row.flags)} | ${meaningOf(row)} | ${code(row.byDefault)} |`),
  ];
}

function exitTable(codes: ReadonlyMap<number, string>): string[] {
  return [
    "| exit code | meaning |",
    "| --- | --- |",
    ...[...codes].map(([exitCode, meaning]) => `| ${exitCode} | ${cell(meaning)} |`),
  ];
}

function meaningOf({ about, choices, isRequired }: ArgumentRow | OptionRow): string {
  const parts = [about, ...(choices.length === 0 ? [] : [`one of \`${choices.join("`, `")}\``])];
  return `${cell(parts.join("; "))}${isRequired ? " (required)" : ""}`;
}

function code(text: string): string {
  return text === "" ? "" : `\`${text.replaceAll("|", "\\|")}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");
}
