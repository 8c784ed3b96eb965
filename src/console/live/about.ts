/** What runs at this address. It is asked once, and again by the dot that shows whether the server answers. */
import { signal } from "@preact/signals";

export type ServiceName = "registry" | "players" | "trading";

export interface About {
  readonly version: string;
  readonly demo: boolean;
  readonly services: readonly { readonly name: ServiceName; readonly title: string; readonly description: string }[];
}

export const about = signal<About | undefined>(undefined);
/** Whether the server answered when it was last asked. */
export const isReachable = signal(true);

const EVERY_MS = 15_000;

async function ask(): Promise<void> {
  try {
    const answer = await fetch("/about", { signal: AbortSignal.timeout(10_000) });
    if (answer.ok) about.value = (await answer.json()) as About;
    isReachable.value = answer.ok;
  } catch {
    isReachable.value = false;
  }
}

/** Asks now, and then as long as the page is looked at. */
export function watchAbout(): () => void {
  void ask();
  const timer = setInterval(() => {
    if (!document.hidden) void ask();
  }, EVERY_MS);
  const look = (): void => {
    if (!document.hidden) void ask();
  };
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
