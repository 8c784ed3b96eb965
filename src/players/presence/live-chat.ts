/**
 * Passes on players' chat, from the process that receives it to the readers of events of all processes: over the bus,
 * which keeps nothing. Chat is in no database, no log and no webhook.
 */
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import type { Bus } from "../../kit/bus/bus.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { shownTime } from "../directory/index.ts";
import { chatText } from "./core/chat-text.ts";

/** A line of which the speaker, as far as names tell, was not erased. */
export interface HeardLine {
  /** Undefined where the name may belong to several accounts, or to none that is online. */
  readonly platformId: string | undefined;
  readonly name: string;
  readonly character: string;
  readonly text: string;
}

export interface LiveChat {
  /** Tells the readers of every process. Lines beyond the last 100 are dropped. */
  publish(server: string, at: Instant, lines: readonly HeardLine[]): void;
  /** Calls back for each line, with what readers are sent. */
  subscribe(hear: (data: ChatData) => void): () => void;
}

const TOPIC = "players:chat";
const MAX_LINES = 100;
const MAX_NAME = 64;
const MAX_TEXT = 500;
/** So that a message has fewer than the bus's 65,536 bytes, whatever was written. */
const LINES_OF_A_MESSAGE = 20;

const chatData = Type.Object({
  PlatformId: Type.Union([Type.String(), Type.Null()]),
  Name: Type.String(),
  Character: Type.String(),
  Text: Type.String(),
  Server: Type.String(),
  At: Type.String(),
});
const chatMessage = Type.Array(chatData, { maxItems: LINES_OF_A_MESSAGE });

export type ChatData = Static<typeof chatData>;

export function liveChat(bus: Bus): LiveChat {
  return {
    publish(server, at, lines) {
      const shown = lines.slice(-MAX_LINES).map((line) => shownLine(server, at, line));
      for (let first = 0; first < shown.length; first += LINES_OF_A_MESSAGE) {
        void bus.publish(TOPIC, JSON.stringify(shown.slice(first, first + LINES_OF_A_MESSAGE)));
      }
    },
    subscribe: (hear) =>
      bus.subscribe(TOPIC, (message) => {
        for (const data of readMessage(message)) hear(data);
      }),
  };
}

function shownLine(server: string, at: Instant, { platformId, name, character, text }: HeardLine): ChatData {
  return {
    PlatformId: platformId ?? null,
    Name: chatText(name, MAX_NAME),
    Character: chatText(character, MAX_NAME),
    Text: chatText(text, MAX_TEXT),
    Server: server,
    At: shownTime(at),
  };
}

/** None for what another release of the program may send. */
function readMessage(message: string): readonly ChatData[] {
  try {
    const data: unknown = JSON.parse(message);
    return Value.Check(chatMessage, data) ? data : [];
  } catch {
    return [];
  }
}
