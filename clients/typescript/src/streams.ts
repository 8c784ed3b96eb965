/** Answers that are read while they are written. */

/** The texts of a body as they come. Leaving the loop closes the connection. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = decoder.decode(value, { stream: !done });
      if (text !== "") yield text;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The lines of a text that comes in pieces, without what ends them: `\n`, `\r\n` or `\r`. A last one needs no end. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  // Of a line that comes in many pieces, none is looked through twice.
  let pieces: string[] = [];
  let held = "";
  for await (const chunk of chunks) {
    // An end that was cut in two must not count twice: `\r` waits for what follows.
    const text = held + chunk;
    held = text.endsWith("\r") ? "\r" : "";
    const [first = "", ...others] = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    pieces.push(first);
    for (const next of others) {
      yield pieces.join("");
      pieces = [next];
    }
  }
  const last = pieces.join("");
  if (last !== "" || held !== "") yield last;
}

export interface ServerEvent {
  readonly event: string;
  /** The last one that was sent, with this event or an earlier one. */
  readonly id: string;
  /** Whether this event has one of its own. */
  readonly isNumbered: boolean;
  readonly data: string;
  /** How long to wait before the stream is opened again, from now on. */
  readonly retryMs?: number;
}

/**
 * Server-sent events (WHATWG HTML, section 9.2.6). `undefined` stands for a comment: it says that the connection lives.
 */
export async function* eventsOf(
  lines: AsyncIterable<string>,
): AsyncGenerator<ServerEvent | undefined, void, undefined> {
  let event = "message";
  let id = "";
  let isNumbered = false;
  let data: string[] = [];
  let retryMs: number | undefined;
  for await (const line of lines) {
    if (line === "") {
      if (data.length > 0 || retryMs !== undefined) {
        yield { event, id, isNumbered, data: data.join("\n"), ...(retryMs === undefined ? {} : { retryMs }) };
      }
      [event, isNumbered, data, retryMs] = ["message", false, [], undefined];
      continue;
    }
    if (line.startsWith(":")) yield undefined;
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
    else if (field === "id" && !value.includes("\0")) [id, isNumbered] = [value, true];
    else if (field === "retry" && /^\d{1,9}$/.test(value)) retryMs = Number(value);
  }
}
