/** The dependencies of the endpoints of algorithms. */
import type { AlgorithmStore } from "./store.ts";

export interface AlgorithmDeps {
  readonly algorithms: AlgorithmStore;
}

export interface NewsFollowedDeps {
  /** Whether the operator follows news: conditions that read them are never true otherwise. */
  readonly isNewsFollowed: () => boolean;
}
