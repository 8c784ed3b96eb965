/** Completions of a command line, as cases that the scripts of all shells share. */
import type { CommandRow, OptionRow } from "./command-table.ts";

/** A word that may come next, and what it is. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

export interface CompletionCase {
  /** `registry token`, or `serve:--role` behind an option that takes a value. */
  readonly at: string;
  readonly words: readonly Candidate[];
  readonly hasPaths: boolean;
}

export interface CompletionCases {
  /** `registry:token` leads to `registry token`. */
  readonly steps: ReadonlyMap<string, string>;
  readonly cases: readonly CompletionCase[];
}

const HELP: Candidate = { word: "--help", about: "show how it is used" };

export function completionCases(table: readonly CommandRow[]): CompletionCases {
  const everywhere = table[0]?.options ?? [];
  const steps = new Map<string, string>();
  const cases: CompletionCase[] = [];
  for (const row of table) {
    const at = row.words.join(" ");
    const options = row.words.length === 0 ? everywhere : [...row.options, ...everywhere.filter(takesValue)];
    for (const word of row.subcommands) steps.set(`${at}:${word}`, at === "" ? word : `${at} ${word}`);
    cases.push({
      at,
      words: [...subcommandsOf(row, table), ...valuesOf(row), ...options.map(candidateOf), HELP],
      hasPaths: row.arguments.some(({ isPath }) => isPath),
    });
    for (const option of options.filter(takesValue)) {
      const words = option.choices.map((word) => ({ word, about: "" }));
      cases.push({ at: `${at}:--${option.long}`, words, hasPaths: option.isPath });
    }
  }
  return { steps, cases };
}

function subcommandsOf({ words, subcommands }: CommandRow, table: readonly CommandRow[]): Candidate[] {
  const path = words.join(" ");
  return subcommands.map((word) => {
    const wanted = path === "" ? word : `${path} ${word}`;
    return { word, about: table.find((row) => row.words.join(" ") === wanted)?.summary ?? "" };
  });
}

function valuesOf(row: CommandRow): Candidate[] {
  return row.arguments.flatMap(({ choices }) => choices.map((word) => ({ word, about: "" })));
}

function candidateOf({ long, about }: OptionRow): Candidate {
  return { word: `--${long}`, about };
}

function takesValue(option: OptionRow): boolean {
  return option.takesValue;
}
