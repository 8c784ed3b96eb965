/** A file system of which a folder takes no more threads than it may; see `DiskLanes`. */
import type { DiskLanes } from "../../../kit/files/disk-lanes.ts";
import type { FolderIo } from "./folder-io.ts";

/** Calls that wait for a lane end with the signal. */
export function laneIo(io: FolderIo, folder: string, lanes: DiskLanes, signal: AbortSignal): FolderIo {
  const run = <Result>(call: () => Promise<Result>): Promise<Result> => lanes.run(folder, call, signal);
  return {
    names: (path, maxEntries) => run(() => io.names(path, maxEntries)),
    look: (path) => run(() => io.look(path)),
    realPath: (path) => run(() => io.realPath(path)),
    async open(path) {
      const file = await run(() => io.open(path));
      return {
        look: () => run(() => file.look()),
        read: (sizeBytes) => run(() => file.read(sizeBytes)),
        // What was opened is closed, whatever has ended.
        close: () => lanes.run(folder, () => file.close()),
      };
    },
  };
}
