/** The log for people: one line for each message, in colour where the terminal has it, and stacks of errors below. */
import { stripVTControlCharacters } from "node:util";
import picocolors from "picocolors";
import type { DestinationStream } from "pino";

type Colors = ReturnType<typeof picocolors.createColors>;

/** Turns the log's JSON lines into lines for a terminal and passes them on. */
export function prettyStream(lines: DestinationStream, colors: Colors = picocolors): DestinationStream {
  return { write: (line) => lines.write(prettyLine(line, colors)) };
}

/**
 * One JSON line as `12:00:01.123 WARN  message key=value`. Line breaks and control characters of messages and values
 * are escaped, so that foreign text cannot pass for one of our lines or move the cursor.
 */
export function prettyLine(line: string, colors: Colors): string {
  const record = parsed(line);
  if (!record) return line;
  const { time, level, message, ...fields } = record;
  const parts = [colors.dim(plain(time).slice(11).replace("Z", "").padEnd(8)), levelText(plain(level), colors)];
  if (plain(message) !== "") parts.push(escaped(plain(message)));
  const stacks: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    parts.push(`${colors.dim(`${escaped(name)}=`)}${valueText(value)}`);
    if (level === "error") stacks.push(...stackLines(value));
  }
  const below = stacks.map((each) => `\n    ${colors.dim(each)}`).join("");
  return `${parts.join(" ")}${below}\n`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === "object" && record !== null ? (record as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function levelText(level: string, colors: Colors): string {
  const text = level.toUpperCase().padEnd(5);
  switch (level) {
    case "error":
      return colors.red(text);
    case "warn":
      return colors.yellow(text);
    case "info":
      return colors.green(text);
    default:
      return colors.dim(text);
  }
}

/** `type: message <- cause` for an error, bare text where it has no spaces, JSON for the rest. */
function valueText(value: unknown): string {
  if (isError(value)) return escaped(JSON.stringify(causesOf(value).map(summary).join(" <- ")));
  if (typeof value === "string" && /^[^\s"=]+$/.test(value)) return escaped(value);
  return escaped(JSON.stringify(value));
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function isError(value: unknown): value is LoggedError {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    "message" in value &&
    typeof value.type === "string"
  );
}

function causesOf(error: LoggedError): LoggedError[] {
  return isError(error.cause) ? [error, ...causesOf(error.cause)] : [error];
}

function summary(error: LoggedError): string {
  return `${error.type}: ${error.message}`;
}

function stackLines(value: unknown): string[] {
  if (!isError(value)) return [];
  return causesOf(value).flatMap((error, depth) => {
    const frames = (error.stack ?? "").split("\n").filter((frame) => /^\s+at /.test(frame));
    const lines = frames.map((frame) => escaped(frame.trim()));
    return depth === 0 ? lines : [`<- ${escaped(summary(error))}`].concat(lines);
  });
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function escaped(text: string): string {
  return stripVTControlCharacters(text).replaceAll(
    // oxlint-disable-next-line eslint/no-control-regex -- these are the characters to be made visible
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
