/** Where the ladder of a page comes from. */
import { useRef, useState } from "preact/hooks";
import { withBook, type Book, type PushMessage } from "../../../../../clients/typescript/src/trading.ts";
import { useMessages } from "../../../live/push.ts";
import { ladderOf, NO_LADDER, type Ladder } from "./ladder-of.ts";

/** The best levels of both sides, as they change. */
export function useLadder(code: string): Ladder {
  const [ladder, setLadder] = useState(NO_LADDER);
  const book = useRef<Book | null>(null);
  useMessages(
    [`book/${code}`],
    (messages) => {
      for (const message of messages as readonly PushMessage<`book/${string}`>[]) {
        book.current = withBook(book.current, message.data);
        setLadder(ladderOf(book.current, message.state));
      }
    },
    () => setLadder({ ...NO_LADDER, state: "refused" }),
  );
  return ladder;
}
