/** What runs at this address. It is asked once, and again by the dot that shows whether the server answers. */
import { signal } from "@preact/signals";
import { noteServerDate } from "./server-clock.ts";

export type ServiceName = "registry" | "players" | "trading";

export interface About {
  readonly version: string;
  readonly demo: boolean;
  /** The words before a command of the program. */
  readonly command: string;
  readonly services: readonly { readonly name: ServiceName; readonly title: string; readonly description: string }[];
}

export const about = signal<About | undefined>(undefined);
/** Whether the server answered when it was last asked. */
export const isReachable = signal(true);

const EVERY_MS = 15_000;
const TOO_MANY_REQUESTS = 429;

let asking: Promise<void> | undefined;

/** Asks now. Callers that wait share one question. */
export function askAbout(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<void> {
  try {
    const askedMs = Date.now();
    const answer = await fetch("/about", { signal: AbortSignal.timeout(10_000), cache: "no-store" });
    noteServerDate(answer.headers.get("date"), askedMs, Date.now());
    if (answer.ok) about.value = (await answer.json()) as About;
    // What is refused for its number was answered.
    isReachable.value = answer.ok || answer.status === TOO_MANY_REQUESTS;
  } catch {
    isReachable.value = false;
  }
}

/** Asks now, and then as long as the page is looked at. */
export function watchAbout(): () => void {
  void askAbout();
  const timer = setInterval(() => {
    if (!document.hidden) void askAbout();
  }, EVERY_MS);
  const look = (): void => {
    if (!document.hidden) void askAbout();
  };
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
