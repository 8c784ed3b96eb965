import { Type } from "typebox";
import { stream } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { parseLastEventId } from "../core/sse.ts";
import { presenceErrors } from "../errors.ts";

/** Joins and leaves as they happen, as server-sent events. */
export const streamEvents = endpoint({
  id: "presence.streamEvents",
  method: "GET",
  path: "/Online/Events",
  auth: "read",
  beyondSpec: true,
  summary: "Joins and leaves as they happen",
  description:
    "Server-sent events: `open` first, then `joined`, `left` and `moved`, each with `PlatformId`, `Name`, `Server` and " +
    "`At`. After `reset`, read `/Online` anew. Browsers come back by themselves with `Last-Event-ID`, and are sent what " +
    "they missed.",
  input: { headers: Type.Object({ "last-event-id": Type.Optional(Type.String({ maxLength: 40 })) }) },
  output: stream("text/event-stream"),
  errors: [presenceErrors.tooManyReaders],
  examples: [{ name: "listen" }],

  run({ events }, { input: { headers }, signal }) {
    const chunks = events().subscribe(signal, parseLastEventId(headers["last-event-id"]));
    if (!chunks) throw presenceErrors.tooManyReaders();
    return chunks;
  },
});
