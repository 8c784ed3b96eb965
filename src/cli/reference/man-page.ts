/** The manual page `tripod(1)`, in the language of man. */
import { COMMON_EXIT_CODES } from "../tripod-command.ts";
import { nameOf, ownExitCodes, sentenceOf, usageOf, type CommandRow, type OptionRow } from "./command-table.ts";

export function manPage(table: readonly CommandRow[]): string {
  const [program, ...commands] = table;
  const runnable = commands.filter(({ isRunnable }) => isRunnable);
  return [
    '.TH TRIPOD 1 "" "Tripod" "User Commands"',
    ".SH NAME",
    "tripod \\- three HTTP services to run yourself",
    ".SH SYNOPSIS",
    ".B tripod",
    "\\fICOMMAND\\fR [\\fIOPTION\\fR]...",
    ".SH DESCRIPTION",
    text(program?.summary ?? ""),
    ".SH OPTIONS OF EVERY COMMAND",
    ...(program?.options ?? []).flatMap(optionLines),
    ".SH COMMANDS",
    ...runnable.flatMap(commandLines),
    ".SH EXIT STATUS",
    "Of every command; a command above says where a code means more.",
    ...exitLines(COMMON_EXIT_CODES),
    ".SH FILES",
    ".TP",
    ".I tripod.yaml",
    "The settings, in the folder that the command is given in.",
    ".TP",
    ".I .env",
    "Settings in the form of environment variables. The environment comes before it, and it before tripod.yaml.",
    "",
  ].join("\n");
}

function commandLines(row: CommandRow): string[] {
  const special = ownExitCodes(row);
  return [
    `.SS ${text(usageOf(row))}`,
    text(sentenceOf(row)),
    ...row.arguments.flatMap(({ name, about, choices, byDefault }) => [
      ".TP",
      `.I ${text(name)}`,
      text(shownMeaning(about, choices, byDefault)),
    ]),
    ...row.options.flatMap(optionLines),
    ...(special.size === 0 ? [] : [".PP", `Exit status of ${text(nameOf(row))}:`, ...exitLines(special)]),
  ];
}

function optionLines({ flags, about, choices, byDefault }: OptionRow): string[] {
  return [".TP", `.B ${text(flags)}`, text(shownMeaning(about, choices, byDefault))];
}

function exitLines(codes: ReadonlyMap<number, string>): string[] {
  return [...codes].flatMap(([code, says]) => [".TP", `.B ${code}`, text(says)]);
}

function shownMeaning(about: string, choices: readonly string[], byDefault: string): string {
  const allowed = choices.length === 0 ? "" : `; one of ${choices.join(", ")}`;
  return `${about}${allowed}${byDefault === "" ? "" : ` (default: ${byDefault})`}`;
}

/** A line that begins with a dot or an apostrophe would be a request; a bare dash may be shown as a hyphen. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("\n", " ")
    .replace(/^(?=[.'])/, "\\&");
}
