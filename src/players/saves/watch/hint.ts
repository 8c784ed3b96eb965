/**
 * Word from the system that something happened in a folder, where it gives such word: on local disks mostly, on network
 * shares hardly ever, and never reliably. It only makes the next look come sooner.
 */
import { watch } from "node:fs";

/** Calls `onHint` with the reported name, if any, until closed. A watch that fails falls silent. */
export function hintsOf(folder: string, onHint: (fileName: string | null) => void): { close(): void } {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, fileName) => onHint(fileName));
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return { close: () => undefined };
  }
}
