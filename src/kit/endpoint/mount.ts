/** Binds a table of endpoints to the dependencies of its endpoints. */
import type { DepsOf } from "../deps-of.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { MountedService } from "./http-services.ts";

/** Does not compile where a part is missing that an endpoint of the table names. */
export function mount<const Table extends readonly AnyEndpoint[]>(
  service: Omit<MountedService, "endpoints" | "deps"> & {
    readonly endpoints: Table;
    readonly deps: NoInfer<DepsOf<Table>>;
  },
): MountedService {
  return service;
}
