import { describe, expect, test } from "vitest";
import { diskLanes } from "./disk-lanes.ts";

/** Calls that end when the test says so, by name. */
function calls(lanes = diskLanes({ all: 3, ofFolder: 2 })) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    run: (folder: string, name: string, signal?: AbortSignal) =>
      lanes.run(
        folder,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        signal,
      ),
  };
}

describe("lanes of a disk", () => {
  test("are bounded for a folder and for all, and given on in the order of the callers", async () => {
    const { begun, end, run } = calls();
    const all = [run("a", "a1"), run("a", "a2"), run("a", "a3"), run("b", "b1"), run("b", "b2"), run("c", "c1")];
    expect(begun).toEqual(["a1", "a2", "b1"]);
    end("b1");
    await all[3];
    expect(begun).toEqual(["a1", "a2", "b1", "b2"]);
    end("a2");
    await all[1];
    expect(begun).toEqual(["a1", "a2", "b1", "b2", "a3"]);
    for (const name of ["a1", "a3", "b2"]) end(name);
    await expect.poll(() => begun).toContain("c1");
    end("c1");
    await Promise.all(all);
  });

  test("are free again after a call that fails", async () => {
    const lanes = diskLanes({ all: 1, ofFolder: 1 });
    await expect(lanes.run("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    await expect(lanes.run("a", () => Promise.resolve(1))).resolves.toBe(1);
  });

  test("are not waited for any more after the signal, and the others keep their turns", async () => {
    const { begun, end, run } = calls(diskLanes({ all: 1, ofFolder: 1 }));
    const stopping = new AbortController();
    const first = run("a", "a1");
    const left = run("a", "a2", stopping.signal);
    const last = run("a", "a3");
    stopping.abort(new Error("stopped"));
    await expect(left).rejects.toThrow("stopped");
    end("a1");
    await first;
    expect(begun).toEqual(["a1", "a3"]);
    end("a3");
    await last;
    await expect(run("a", "a4", stopping.signal)).rejects.toThrow("stopped");
  });
});
