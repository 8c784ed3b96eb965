/** How much memory is taken by what can still be reached. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Of objects alone, after a collection; the bytes of buffers lie elsewhere. */
export function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
