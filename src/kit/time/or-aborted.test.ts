import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { orAborted } from "./or-aborted.ts";

const never = new Promise<never>(() => undefined);

test("gives the result of the work, and leaves no listener behind", async () => {
  const { signal } = new AbortController();
  await expect(orAborted(Promise.resolve(3), signal)).resolves.toBe(3);
  await expect(orAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("rejects with the reason once the signal is aborted, or was before", async () => {
  const stop = new AbortController();
  const waiting = orAborted(never, stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(orAborted(never, stop.signal)).rejects.toThrow("enough");
  await expect(orAborted(never, AbortSignal.abort("text"))).rejects.toThrow("aborted");
});

test("a failure after the abort is not left unhandled", async () => {
  const stop = new AbortController();
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((_resolve, no) => (reject = no));
  const waiting = orAborted(promise, stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  reject(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});
