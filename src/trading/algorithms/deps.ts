/** What endpoints may ask of algorithms. */
import type { AlgorithmStore } from "./store.ts";

export interface AlgorithmDeps {
  readonly algorithms: AlgorithmStore;
}
