/** A command of `tripod`: its options, whether it does something itself, and the meaning of its exit codes. */
import { Command, CommanderError, type Option } from "commander";

/** The meanings of the exit codes of every command, where the command does not say more. */
export const COMMON_EXIT_CODES: ReadonlyMap<number, string> = new Map([
  [0, "it is done"],
  [1, "it was refused or failed; one sentence on standard error says why"],
  [2, "the command line cannot be understood; nothing was done"],
]);

const USAGE_EXIT_CODE = 2;

/**
 * The commands are one tree of these. The parser, `--help`, the completion, the man page and `docs/generated/cli.md` all
 * come from it, so that a command which is added is in all of them.
 */
export class TripodCommand extends Command {
  readonly #exitCodes = new Map<number, string>();
  #isRunnable = false;

  /** The meaning of an exit code for this command, where it says more than the general one. */
  exits(code: number, meaning: string): this {
    this.#exitCodes.set(code, meaning);
    return this;
  }

  /** By code, ascending. */
  get exitCodes(): ReadonlyMap<number, string> {
    return new Map([...COMMON_EXIT_CODES, ...this.#exitCodes].toSorted(([a], [b]) => a - b));
  }

  /** Whether it does something without a further word. */
  get isRunnable(): boolean {
    return this.#isRunnable;
  }

  override action(run: Parameters<Command["action"]>[0]): this {
    this.#isRunnable = true;
    return super.action(run);
  }

  /** An option that takes one value and is given twice is a mistake: of two accounts to halt, one would go on. */
  override addOption(option: Option): this {
    super.addOption(option);
    if (!option.required || option.variadic) return this;
    let isGiven = false;
    return this.on(`option:${option.name()}`, () => {
      if (isGiven) this.error(`error: option '${option.flags}' is given twice`);
      isGiven = true;
    });
  }

  override createCommand(name?: string): TripodCommand {
    return new TripodCommand(name);
  }
}

/** The exit code where the parser itself has ended the command, which it has explained then; undefined for other errors. */
export function exitCodeOfParser(error: unknown): number | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
}
