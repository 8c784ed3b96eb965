/** The log: one line for each message, readable alone, with fields to search by. Secrets never get into it. */
import { pino, type DestinationStream, type Logger } from "pino";
import { formatInstant } from "../time/instant.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { prettyStream } from "./pretty.ts";
import { maskText, redactFields } from "./redact.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** The subject of a message. An error goes under `err`. Values are copied, masked and cut as `redactFields` says. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** A log whose every message carries these fields too. */
  child(fields: LogFields): Log;
}

/** Where lines go: a stream of Node, or anything that takes text. */
export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

export interface LogOptions {
  /** Less important messages are dropped at almost no cost. */
  readonly level: LogLevel;
  /** `auto` is pretty on a terminal and JSON elsewhere. */
  readonly format: "auto" | "json" | "pretty";
  /** Default: standard output, written before `info` and its like return. */
  readonly stream?: LogStream;
  readonly clock?: Clock;
}

/** Opens the log. */
export function createLog(options: LogOptions): Log {
  const clock = options.clock ?? systemClock();
  const isPretty =
    options.format === "pretty" || (options.format === "auto" && (options.stream ?? process.stdout).isTTY);
  const lines: DestinationStream = options.stream ? linesTo(options.stream) : standardOutput();
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: "message",
      timestamp: () => `,"time":"${formatInstant(clock.now())}"`,
      formatters: { level: (label) => ({ level: label }) },
      // Ours are plain data by the time they get here.
      serializers: { err: (error: unknown) => error },
    },
    isPretty === true ? prettyStream(lines) : lines,
  );
  return wrapped(logger);
}

/** A log that writes nothing, for programs and tests that have nowhere to write. */
export function silentLog(): Log {
  const log: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log };
  return log;
}

function nothing(): void {
  // Unwritten messages need no work.
}

/** Members that every line has. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(["level", "time", "message"]);

/**
 * Fields of a line or a child, redacted. JSON with a member twice means something else to each reader, so a field with the
 * name of an own member is called `field_level`, `field_time` or `field_message`.
 */
function shownFields(fields: LogFields): LogFields {
  const shown = redactFields(fields);
  if (!Object.keys(shown).some((name) => OWN_MEMBERS.has(name))) return shown;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [OWN_MEMBERS.has(name) ? `field_${name}` : name, value]),
  );
}

/** @param bound fields of every line. They are merged here: pino would write them beside fields of the same name. */
function wrapped(logger: Logger, bound: LogFields = {}): Log {
  const at = (level: LogLevel) => (fields: LogFields, message: string) => {
    // Copying the fields costs more than the rest, so it is done only for what is written.
    if (logger.isLevelEnabled(level)) logger[level]({ ...bound, ...shownFields(fields) }, maskText(message));
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (fields) => wrapped(logger, { ...bound, ...shownFields(fields) }),
  };
}

/** Lines that wait while standard output takes none, in bytes; later ones are dropped then. */
const MAX_WAITING_BYTES = 1_000_000;

/** Standard output may be a file on a disk that is full. Lines are lost then, and nothing else. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on("error", () => undefined);
  return output;
}

function linesTo(stream: LogStream): DestinationStream {
  return { write: (line) => void stream.write(line) };
}
