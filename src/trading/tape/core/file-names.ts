/**
 * The names of the tape's files. A name says what the file holds, so that a reader opens only what it needs, and which
 * files it replaces. A crash between writing a merged file and deleting its parts leaves both; the parts are then
 * covered and no longer count.
 *
 * `<stage>-<first flush>-<last flush>-<first ms>-<last ms>.parquet`
 */

/**
 * - `p0`: one flush. `p1`, `p2`: several, merged. All hold the codes of one exchange.
 * - `day`: what was recorded of one code in one day.
 * - `import`: what was brought from elsewhere. Neither covers nor is covered.
 */
export type Stage = "p0" | "p1" | "p2" | "day" | "import";

export interface TapeFile {
  readonly stage: Stage;
  /** Numbers of the first and last flush whose rows it holds. They grow with time, and never repeat on one exchange. */
  readonly from: number;
  readonly to: number;
  /** The times of its first and last row. */
  readonly firstMs: number;
  readonly lastMs: number;
}

const NAME = /^(p0|p1|p2|day|import)-(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,15})\.parquet$/;
const RANKS: Readonly<Record<Stage, number>> = { p0: 0, p1: 1, p2: 2, day: 3, import: 4 };

/**
 * The name of a file under construction: the host and the number of the process that writes it, and a number. Up to
 * release 0.1.0 names had no host.
 */
export const TEMPORARY = /^(?:([\w-]{1,64})\.)?(\d{1,10})-\d{1,15}$/;

export function fileName({ stage, from, to, firstMs, lastMs }: TapeFile): string {
  return `${stage}-${from}-${to}-${firstMs}-${lastMs}.parquet`;
}

/** Undefined for a name that is not ours. */
export function parseFileName(name: string): TapeFile | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, stage, from, to, firstMs, lastMs] = match;
  return {
    stage: stage as Stage,
    from: Number(from),
    to: Number(to),
    firstMs: Number(firstMs),
    lastMs: Number(lastMs),
  };
}

/** Whether `whole` also holds all of `part`. */
export function isCovered(part: TapeFile, whole: TapeFile): boolean {
  if (part.stage === "import" || whole.stage === "import") return false;
  if (whole.from > part.from || whole.to < part.to) return false;
  const isWider = whole.from < part.from || whole.to > part.to;
  return RANKS[whole.stage] > RANKS[part.stage] || (RANKS[whole.stage] === RANKS[part.stage] && isWider);
}

/** The files that count: those that no other covers. */
export function uncovered<File extends TapeFile>(files: readonly File[]): File[] {
  return files.filter((file) => !files.some((other) => isCovered(file, other)));
}
