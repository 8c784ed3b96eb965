import { Type } from "typebox";
import { stream } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { keyErrors } from "../../keys/index.ts";
import { presenceErrors } from "../errors.ts";

/** After which a refused reader may come back. Streams last long, so sooner is seldom of use. */
const RETRY_SECONDS = 30;

/** Joins and leaves as they happen, and chat where the owner of a server hands it on, as server-sent events. */
export const streamEvents = endpoint({
  id: "presence.streamEvents",
  method: "GET",
  path: "/Online/Events",
  auth: "stream",
  beyondSpec: true,
  summary: "Joins and leaves as they happen",
  description:
    "Server-sent events: `open` first, then `joined`, `left` and `moved`, each with `PlatformId`, `Name`, `Server` and " +
    "`At`; `moved` also has `From`. After `reset`, read `/Online` again. `dropped` ends the stream of a reader that is too " +
    "slow. A reader that comes back with `Last-Event-ID`, or `lastEventId` in the query, is sent what it missed. A browser cannot send a key: it opens the stream with a ticket of " +
    "`POST /Online/Events/Ticket`. Servers with `chat: true` in the cluster's file also send `chat`: `PlatformId` (null where the name may be " +
    "that of several accounts), `Name`, `Character`, `Text`, `Server`, `At`. Chat has no id, is kept nowhere, and is not sent " +
    "again. Players choose names and text: they prove nothing, and must be escaped before they are shown in a page. " +
    "The stream ends within a second when the key does not count any more. A process has places for 1,000 streams, of which " +
    "one key may take as many as `TRIPOD_PLAYERS_STREAMS_PER_KEY` says.",
  input: {
    headers: Type.Object({ "last-event-id": Type.Optional(Type.String({ maxLength: 40 })) }),
    query: Type.Object({
      ticket: Type.Optional(Type.String({ maxLength: 60, description: "In place of a key; counts once" })),
      lastEventId: Type.Optional(
        Type.String({ maxLength: 40, description: "As the header `Last-Event-ID`, which goes first" }),
      ),
    }),
  },
  output: stream("text/event-stream"),
  errors: [presenceErrors.tooManyOfKey, presenceErrors.tooManyReaders, keyErrors.badTicket],
  examples: [
    { name: "listen" },
    { name: "a ticket that was never given", query: { ticket: "never-given" }, status: 401 },
  ],

  run({ events, keys, clock, streamsPerKey }, { input: { headers, query }, actor, signal }) {
    const mayStay = (): boolean => keys.isInForce(actor, "read", clock.now());
    const live = events();
    const chunks = live.subscribe(signal, headers["last-event-id"] ?? query.lastEventId, mayStay, actor.id);
    if (chunks) return chunks;
    const later = { headers: { "Retry-After": `${RETRY_SECONDS}` } };
    if (live.isFull) throw presenceErrors.tooManyReaders({ seconds: RETRY_SECONDS }, later);
    throw presenceErrors.tooManyOfKey({ limit: streamsPerKey, seconds: RETRY_SECONDS }, later);
  },
});
