/** What the trading platform pushes: one socket for the whole console, and at most ten changes a second on the screen. */
import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Push, PushMessage } from "../../../clients/typescript/src/trading.ts";
import { trading } from "./clients.ts";
import { failureOf, type Failure } from "./failure.ts";
import { lostSessions } from "./lost-sessions.ts";
import { serverNowMs } from "./server-clock.ts";

/** `lost` until it is open again; the page then says how old its prices are. */
export const pushState = signal<"open" | "lost" | "closed">("lost");

const followers = signal(0);
/** Whether the page wants anything pushed. Until then no socket is opened. */
export const isFollowing = computed(() => followers.value > 0);

const PAINT_MS = 100;
/** A session that has ended is asked for again, or a page goes on without one. */
const REOPEN_MS = 1_000;
let push: Push | undefined;

function pushOf(): Push {
  push ??= openPush();
  return push;
}

function openPush(): Push {
  const opened = trading.push({
    onState: (state) => {
      pushState.value = state;
      // The server has ended it: the key or session behind it counts no more.
      if (state === "closed" && push === opened) {
        push = undefined;
        lostSessions.value += 1;
      }
    },
  });
  return opened;
}

/** When something of the socket last came, in milliseconds since 1970; undefined before the first message. */
export let heardAtMs: number | undefined;

/**
 * Calls `heard` with each message of a channel, as it comes. Answers what ends that. Pages use the hooks below; this is
 * for what gathers the messages of many channels itself.
 */
export function followChannel<const Name extends string>(
  name: Name,
  heard: (message: PushMessage<Name>) => void,
  refuse: (failure: Failure) => void = () => {},
): () => void {
  let end = (): void => {};
  const hear = (message: PushMessage<Name>): void => {
    heardAtMs = serverNowMs();
    heard(message);
  };
  const follow = (): void => {
    const followed = pushOf();
    end = followed.follow(name, hear, (error) => {
      if (followed === push) return refuse(failureOf(error));
      // The socket has ended, and not this channel: another one is opened, for who is signed in then.
      const timer = setTimeout(follow, REOPEN_MS);
      end = () => clearTimeout(timer);
    });
  };
  follow();
  followers.value += 1;
  let isFollowed = true;
  return () => {
    if (!isFollowed) return;
    isFollowed = false;
    followers.value -= 1;
    end();
  };
}

/** Ends the socket: another one is opened, for who is signed in then. */
export function closePush(): void {
  const ended = push;
  push = undefined;
  ended?.close();
}

export interface Channel<Name extends string> {
  /** The newest message of the channel; undefined until the first. */
  readonly message: PushMessage<Name> | undefined;
  /** When it came, in milliseconds since 1970. */
  readonly atMs: number | undefined;
  /** Why nothing more comes: the channel is refused. */
  readonly failure: Failure | undefined;
}

/** The newest message of a channel. A page that is not looked at follows nothing. */
export function useChannel<const Name extends string>(name: Name | undefined): Channel<Name> {
  const [channel, setChannel] = useState<Channel<Name>>({ message: undefined, atMs: undefined, failure: undefined });
  useMessages(
    name === undefined ? [] : [name],
    (messages) => {
      const message = messages.at(-1) as PushMessage<Name> | undefined;
      if (message) setChannel({ message, atMs: serverNowMs(), failure: undefined });
    },
    (failure) => setChannel((last) => ({ ...last, failure })),
  );
  return channel;
}

/**
 * Gives the messages of channels to `take`, at most ten times a second and together, in their order.
 *
 * @param take must not depend on what it was when the channels were first followed
 */
export function useMessages(
  names: readonly string[],
  take: (messages: readonly PushMessage[]) => void,
  refuse: (failure: Failure) => void = () => {},
): void {
  useEffect(() => {
    let waiting: PushMessage[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ends: (() => void)[] = [];
    const paint = (): void => {
      timer = undefined;
      const messages = waiting;
      waiting = [];
      take(messages);
    };
    const heard = (message: PushMessage): void => {
      waiting.push(message);
      timer ??= setTimeout(paint, PAINT_MS);
    };
    const leave = (): void => {
      for (const end of ends) end();
      ends = [];
    };
    const look = (): void => {
      leave();
      if (document.hidden) return;
      ends = names.map((name) => followChannel(name, heard, refuse));
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearTimeout(timer);
      leave();
    };
  }, [names.join(" ")]);
}
