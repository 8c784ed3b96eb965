/** The tree of commands as rows, in the order of the help: what documents and completions are made from. */
import type { Argument, Option } from "commander";
import { COMMON_EXIT_CODES, type TripodCommand } from "../tripod-command.ts";

export interface CommandRow {
  /** Without `tripod`: `["registry", "token", "list"]`. Empty for `tripod` itself. */
  readonly words: readonly string[];
  readonly summary: string;
  /** Whether it does something without a further word. */
  readonly isRunnable: boolean;
  readonly arguments: readonly ArgumentRow[];
  /** Its own; those of `tripod` itself may be given with every command. */
  readonly options: readonly OptionRow[];
  readonly exitCodes: ReadonlyMap<number, string>;
  /** The words that may follow. */
  readonly subcommands: readonly string[];
}

interface Value {
  readonly about: string;
  readonly isRequired: boolean;
  readonly isMany: boolean;
  readonly choices: readonly string[];
  /** Empty for none. */
  readonly byDefault: string;
  readonly isPath: boolean;
}

export interface ArgumentRow extends Value {
  readonly name: string;
}

export interface OptionRow extends Value {
  /** As the help shows it: `--port <port>`. */
  readonly flags: string;
  /** Without dashes. */
  readonly long: string;
  /** One letter, without the dash. */
  readonly short: string | undefined;
  readonly takesValue: boolean;
}

/** Placeholders whose values are files or folders of this machine. */
const PATHS = /^(?:file|files|folder|path|source)$/;

/** The first row is `tripod` itself. */
export function commandTable(program: TripodCommand): readonly CommandRow[] {
  return rowsBelow(program, []);
}

/** As it is typed: `tripod registry token list`. */
export function nameOf({ words }: Pick<CommandRow, "words">): string {
  return ["tripod", ...words].join(" ");
}

/** The usage line: `tripod serve [options] [service]`. */
export function usageOf(row: CommandRow): string {
  const positional = row.arguments.map(({ name, isRequired, isMany }) => {
    const given = `${name}${isMany ? "..." : ""}`;
    return isRequired ? `<${given}>` : `[${given}]`;
  });
  const needed = row.options.filter(({ isRequired }) => isRequired).map(({ flags }) => flags);
  const free = row.options.length > needed.length ? ["[options]"] : [];
  return [nameOf(row), ...needed, ...free, ...positional].join(" ");
}

/** Its effect, as a sentence. */
export function sentenceOf({ summary }: Pick<CommandRow, "summary">): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** Exit codes that say more than they do for every command. */
export function ownExitCodes({ exitCodes }: Pick<CommandRow, "exitCodes">): ReadonlyMap<number, string> {
  return new Map([...exitCodes].filter(([code, says]) => COMMON_EXIT_CODES.get(code) !== says));
}

function rowsBelow(command: TripodCommand, words: readonly string[]): CommandRow[] {
  const below = command.commands as readonly TripodCommand[];
  const row = {
    words,
    summary: command.description(),
    isRunnable: command.isRunnable,
    arguments: command.registeredArguments.map(argumentRow),
    options: command.options.filter(({ hidden }) => !hidden).map(optionRow),
    exitCodes: command.exitCodes,
    subcommands: below.map((each) => each.name()),
  };
  return [row, ...below.flatMap((each) => rowsBelow(each, [...words, each.name()]))];
}

function argumentRow(argument: Argument): ArgumentRow {
  return {
    name: argument.name(),
    about: argument.description,
    isRequired: argument.required,
    isMany: argument.variadic,
    choices: argument.argChoices ?? [],
    byDefault: shown(argument.defaultValue),
    isPath: PATHS.test(argument.name()),
  };
}

function optionRow(option: Option): OptionRow {
  const [, placeholder = ""] = /[<[]([\w:-]+)/.exec(option.flags) ?? [];
  return {
    flags: option.flags,
    long: (option.long ?? "").replace(/^--/, ""),
    short: option.short?.replace(/^-/, ""),
    takesValue: option.required || option.optional,
    about: option.description,
    isRequired: option.mandatory,
    isMany: option.variadic,
    choices: option.argChoices ?? [],
    byDefault: shown(option.defaultValue),
    isPath: PATHS.test(placeholder),
  };
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}
