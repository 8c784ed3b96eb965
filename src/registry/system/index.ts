/** The door of the system area: the registry's description of itself. */
import type { SelfCheck } from "../../kit/checks/self-check.ts";

export interface SystemDeps {
  readonly selfCheck: SelfCheck;
  readonly about: {
    readonly version: string;
    /** When this program was built, RFC 3339; empty when unknown. */
    readonly buildTime: string;
    readonly gitCommit: string;
    /** For publishers' tools that log in with GitHub; empty when that is not offered. */
    readonly githubClientId: string;
  };
}
