/** The log: one line for each message, readable alone, with fields to search by. Secrets never get into it. */
import { pino, type DestinationStream, type Logger } from "pino";
import { formatInstant } from "../time/instant.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { prettyStream } from "./pretty.ts";
import { maskText, redactFields } from "./redact.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** What a message is about. An error goes under `err`. Values are copied, masked and cut as `redactFields` says. */
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
  const lines: DestinationStream = options.stream ? linesTo(options.stream) : pino.destination({ fd: 1, sync: true });
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
  // What is not written needs no work.
}

function wrapped(logger: Logger): Log {
  const at = (level: LogLevel) => (fields: LogFields, message: string) => {
    // Copying the fields costs more than the rest, so it is done only for what is written.
    if (logger.isLevelEnabled(level)) logger[level](redactFields(fields), maskText(message));
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (fields) => wrapped(logger.child(redactFields(fields))),
  };
}

function linesTo(stream: LogStream): DestinationStream {
  return { write: (line) => void stream.write(line) };
}
