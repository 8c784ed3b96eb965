/** A client of the plain WebSocket as programs write it: reconnects when it was sent away, and subscribes again. */
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Heard } from "./push-world.ts";

export interface PersistentSocket {
  /** The `data` of the last message of a channel. */
  newest(tag: string): number[] | undefined;
  /** All that came, by connection. */
  readonly sessions: readonly (readonly Heard[])[];
}

const COME_BACK_MS = 20;

/** Follows channels until the test is over. */
export function persistentSocket(port: number, tags: readonly string[]): PersistentSocket {
  const newest = new Map<string, Heard>();
  const sessions: Heard[][] = [];
  let socket: WebSocket | undefined;
  let isOver = false;
  const connect = (): void => {
    if (isOver) return;
    const heard: Heard[] = [];
    socket = new WebSocket(`ws://127.0.0.1:${port}/api/v2/ws`);
    socket.on("open", () => {
      sessions.push(heard);
      socket?.send(JSON.stringify({ subscribe: tags }));
    });
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Heard;
      heard.push(message);
      newest.set(message.channel ?? "", message);
    });
    socket.on("error", () => {});
    socket.on("close", () => setTimeout(connect, COME_BACK_MS));
  };
  connect();
  onTestFinished(() => {
    isOver = true;
    socket?.terminate();
  });
  return { newest: (tag) => newest.get(tag)?.data as number[] | undefined, sessions };
}
