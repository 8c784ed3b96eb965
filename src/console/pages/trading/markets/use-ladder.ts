/** Where the ladder of a page comes from. */
import { useRef, useState } from "preact/hooks";
import type { PushMessage } from "../../../../../clients/typescript/src/trading.ts";
import { useMessages } from "../../../live/push.ts";
import { ladderOf, levelChannels, NO_LADDER, type Ladder } from "./ladder-of.ts";

type Message = PushMessage<`asks/${string}`>;

/** The best levels of both sides, as they change. */
export function useLadder(code: string): Ladder {
  const [ladder, setLadder] = useState(NO_LADDER);
  const known = useRef(new Map<string, Message>());
  useMessages(
    levelChannels(code),
    (messages) => {
      for (const message of messages) known.current.set(message.channel, message as Message);
      setLadder(ladderOf(code, known.current));
    },
    () => setLadder({ ...NO_LADDER, state: "refused" }),
  );
  return ladder;
}
