/** The doctor's findings, and how they are shown. */

/** The result of trying one source. Sentences are whole, end with a full stop, and hold no password. */
export type Finding =
  | { readonly ok: true; readonly says: string }
  | {
      readonly ok: false;
      readonly says: string;
      /** The next step, for the person who reads it. */
      readonly doThis: string;
    };

export type Source = "saves" | "rcon" | "query" | "plugins" | "steam";

/**  - `off`: not set up, which is not a fault; `says` explains what setting it up would bring. */
export type Outcome = Finding | { readonly ok: "off"; readonly says: string };

export interface ReportLine {
  readonly source: Source;
  /** The server's key; undefined for what the whole cluster shares. */
  readonly server: string | undefined;
  readonly outcome: Outcome;
}

export interface DoctorReport {
  readonly cluster: string;
  /** In the order of the file, servers first. */
  readonly lines: readonly ReportLine[];
  /** 0 when every source that is set up works; 1 when one does not, or none is set up. */
  readonly exitCode: 0 | 1;
}

export type Mark = "ok" | "wrong" | "off";

const MARK_WIDTH = 6;
const MAX_SENTENCE = 500;
const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  saves: "saves",
  rcon: "RCON",
  query: "query",
  plugins: "plugins",
  steam: "Steam",
};

/** The report with its exit code. */
export function doctorReport(cluster: string, lines: readonly ReportLine[]): DoctorReport {
  const tried = lines.filter((line) => line.outcome.ok !== "off");
  const hasServers = lines.some((line) => line.server !== undefined);
  const works = hasServers && tried.length > 0 && tried.every((line) => line.outcome.ok === true);
  return { cluster, lines, exitCode: works ? 0 : 1 };
}

/**
 * The report as lines of text, each with a mark, a source and a sentence, and below what does not work what to do.
 * `paint` may colour a mark. Texts that came from servers lose control characters and are cut at 500 characters.
 */
export function renderDoctorReport(
  report: DoctorReport,
  paint: (mark: Mark, text: string) => string = (_mark, text) => text,
): string {
  const names = report.lines.map(nameOf);
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = report.lines.flatMap(({ outcome }, index) => {
    const mark = markOf(outcome);
    const painted = paint(mark, mark) + " ".repeat(MARK_WIDTH - mark.length);
    const first = `${painted}${(names[index] ?? "").padEnd(width)}  ${plain(outcome.says)}`;
    if (outcome.ok !== false) return [first];
    return [first, `${" ".repeat(MARK_WIDTH + width)}  -> ${plain(outcome.doThis)}`];
  });
  return [`Cluster: ${plain(report.cluster)}`, "", ...lines, "", summary(report), ""].join("\n");
}

function summary({ lines, exitCode }: DoctorReport): string {
  if (!lines.some((line) => line.server !== undefined)) {
    return "The cluster has no servers yet. Add one: tripod players add-server";
  }
  const wrong = lines.filter((line) => line.outcome.ok === false).length;
  if (wrong > 0) return `${wrong} of ${lines.filter(isTried).length} sources do not work.`;
  return exitCode === 0 ? "Every source that is set up works." : "No source is set up.";
}

function isTried(line: ReportLine): boolean {
  return line.outcome.ok !== "off";
}

function nameOf({ server, source }: ReportLine): string {
  return server === undefined ? SOURCE_WORDS[source] : `${server} ${SOURCE_WORDS[source]}`;
}

/** Which of three states a source is in. */
export function markOf({ ok }: Outcome): Mark {
  if (ok === "off") return "off";
  return ok ? "ok" : "wrong";
}

/** A sentence without control characters, cut at 500 characters: it may quote a server's message. */
export function plain(text: string): string {
  const oneLine = text.replace(/\p{Cc}+/gu, " ");
  return oneLine.length > MAX_SENTENCE ? `${oneLine.slice(0, MAX_SENTENCE)}...` : oneLine;
}
