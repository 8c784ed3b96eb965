/** A file's content with its places, so that whatever is wrong can be found by line and column. */

/** Both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Tree = MapTree | ListTree | TextTree | NothingTree;

export interface MapTree {
  readonly kind: "map";
  readonly at: Place;
  readonly members: readonly Member[];
}

export interface Member {
  /** Undefined when it is no plain text. */
  readonly name: string | undefined;
  readonly at: Place;
  readonly value: Tree;
}

export interface ListTree {
  readonly kind: "list";
  readonly at: Place;
  readonly items: readonly Tree[];
}

/** Numbers and truth values too, exactly as they were written. */
export interface TextTree {
  readonly kind: "text";
  readonly at: Place;
  readonly text: string;
}

/** A name with nothing behind it. */
export interface NothingTree {
  readonly kind: "nothing";
  readonly at: Place;
}

/** Something in the file that cannot be used. `says` never repeats a value, which may be a password. */
export interface Problem extends Place {
  /** `players.servers[island].rcon.port`; empty for the file as a whole. */
  readonly path: string;
  /** What is wrong and what would be right: `must be a whole number from 1 to 65535`. */
  readonly says: string;
}

/** One line: `tripod.yaml:12:9: players.servers[island].rcon.port must be a whole number from 1 to 65535`. */
export function formatProblem(problem: Problem, file: string): string {
  const what = problem.path === "" ? problem.says : `${problem.path} ${problem.says}`;
  return `${file}:${problem.line}:${problem.column}: ${what}`;
}
