/** For operations that show something or change something, by what is sent: each change is refused as elsewhere. */
import type { Caller } from "../caller.ts";
import { refusalFor, type Demand } from "./core/rights.ts";
import { rightsErrors } from "./rights-errors.ts";

/** @throws the same as an operation with this demand that only changes. */
export function requireChange(caller: Caller, demand: Demand & { readonly auth: "change" | "ownerChange" }): void {
  const refused = refusalFor(caller, demand);
  if (refused) throw rightsErrors[refused]();
}
