/** Messages of clients over the plain socket. */

export type ClientMessage =
  | { readonly kind: "subscribe" | "unsubscribe"; readonly channels: readonly string[] }
  | { readonly kind: "ping"; readonly ping: number | string }
  | { readonly kind: "key"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "ticket"; readonly ticket: string }
  | { readonly kind: "unreadable"; readonly reason: string };

const MAX_PING_LENGTH = 64;

/** Reads a message of at most 4 KB. Unknown members are ignored. */
export function readClientMessage(text: string): ClientMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return unreadable("it is not an object");
  const { subscribe, unsubscribe, ping, key, authorization, ticket } = value as Record<string, unknown>;
  if (subscribe !== undefined) return channelsOf("subscribe", subscribe);
  if (unsubscribe !== undefined) return channelsOf("unsubscribe", unsubscribe);
  if (Number.isFinite(ping) || (typeof ping === "string" && ping.length <= MAX_PING_LENGTH)) {
    return { kind: "ping", ping: ping as number | string };
  }
  if (typeof ticket === "string") return { kind: "ticket", ticket };
  if (typeof authorization === "string") {
    return { kind: "key", headers: { authorization, ...(typeof key === "string" ? { key } : {}) } };
  }
  return unreadable("it has none of subscribe, unsubscribe, ping, ticket and authorization");
}

function channelsOf(kind: "subscribe" | "unsubscribe", value: unknown): ClientMessage {
  const channels: unknown[] = Array.isArray(value) ? value : [value];
  if (channels.length > 0 && channels.every((each) => typeof each === "string")) return { kind, channels };
  return unreadable(`${kind} is neither the name of a channel nor a list of them`);
}

function unreadable(reason: string): ClientMessage {
  return { kind: "unreadable", reason };
}
