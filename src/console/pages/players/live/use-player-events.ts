/** Joins and leaves as they happen: one stream for the page, and none while it is not looked at. */
import { useEffect, useState } from "preact/hooks";
import type { PlayerEvent } from "../../../../../clients/typescript/src/players.ts";
import { players } from "../../../live/clients.ts";
import { failureOf, type Failure } from "../../../live/failure.ts";

const PAINT_MS = 100;

/** What the stream shows. */
export type Happening = Exclude<PlayerEvent, { readonly type: "open" | "reset" }>;

export interface EventReader {
  /** Takes what happened since the last call, oldest first. At most ten times a second. */
  readonly take: (happened: readonly Happening[]) => void;
  /** The stream opened, or something was missed: what the page shows may be old. */
  readonly reread: () => void;
}

export interface Stream {
  /** `lost`: it was open, or could not be opened, and is tried again. */
  readonly state: "opening" | "open" | "lost";
  /** Why it is not opened again. */
  readonly failure: Failure | undefined;
}

/** @param reader must not depend on what it was when the page opened */
export function usePlayerEvents(reader: EventReader): Stream {
  const [stream, setStream] = useState<Stream>({ state: "opening", failure: undefined });
  useEffect(() => {
    let ending = new AbortController();
    let lastEventId: string | undefined;
    let waiting: Happening[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paint = (): void => {
      timer = undefined;
      const happened = waiting;
      waiting = [];
      reader.take(happened);
    };
    const follow = async ({ signal }: AbortController): Promise<void> => {
      try {
        const onState = (state: "open" | "lost"): void => {
          if (!signal.aborted) setStream({ state, failure: undefined });
        };
        const from = lastEventId === undefined ? {} : { lastEventId };
        for await (const event of players.events({ signal, onState, ...from })) {
          if (event.id !== "") lastEventId = event.id;
          if (event.type === "open" || event.type === "reset") reader.reread();
          else {
            waiting.push(event);
            timer ??= setTimeout(paint, PAINT_MS);
          }
        }
      } catch (error) {
        if (!signal.aborted) setStream({ state: "lost", failure: failureOf(error) });
      }
    };
    const look = (): void => {
      ending.abort();
      if (document.hidden) return setStream({ state: "lost", failure: undefined });
      ending = new AbortController();
      void follow(ending);
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearTimeout(timer);
      ending.abort();
    };
  }, []);
  return stream;
}
