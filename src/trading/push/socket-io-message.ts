/** The messages of public socket.io clients: an object, or the JSON of one. */

export type SocketIoMessage =
  | { readonly kind: "find"; readonly exchange: string; readonly symbol: string; readonly tag: string }
  | { readonly kind: "subscribe" | "unsubscribe"; readonly channel: string }
  | { readonly kind: "unreadable"; readonly reason: string };

const MAX_LENGTH = 200;

/** The events that a message may come as. Clients differ in them; what counts is what is in the message. */
const EVENTS = new Set(["message", "req", "obreq", "subscribe", "unsubscribe"]);

/** Reads the first argument of an event. */
export function readSocketIoMessage(event: string, argument: unknown): SocketIoMessage {
  if (!EVENTS.has(event)) return unreadable("unknown event");
  const value = parsed(argument);
  if (typeof value === "string" && (event === "subscribe" || event === "unsubscribe")) {
    return channelMessage(event, value);
  }
  if (typeof value !== "object" || value === null) return unreadable("it is not an object");
  const { req, s, o, subscribe, unsubscribe } = value as Record<string, unknown>;
  if (subscribe !== undefined) return channelMessage("subscribe", subscribe);
  if (unsubscribe !== undefined) return channelMessage("unsubscribe", unsubscribe);
  if (!isShort(req) || !isShort(s)) return unreadable("it has none of req with s, subscribe and unsubscribe");
  const [exchange, symbol] = [req.toLowerCase(), s.toLowerCase()];
  return { kind: "find", exchange, symbol, tag: isShort(o) ? o : "" };
}

function parsed(argument: unknown): unknown {
  if (typeof argument !== "string" || !argument.startsWith("{")) return argument;
  try {
    return JSON.parse(argument);
  } catch {
    return argument;
  }
}

function channelMessage(kind: "subscribe" | "unsubscribe", channel: unknown): SocketIoMessage {
  return isShort(channel) ? { kind, channel } : unreadable(`${kind} is not the name of a channel`);
}

function isShort(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= MAX_LENGTH;
}

function unreadable(reason: string): SocketIoMessage {
  return { kind: "unreadable", reason };
}
