/** What the registry itself says of a version. */
import type { OfficialMeta, ServerResponse } from "../../../../../clients/typescript/src/registry.ts";

export function officialOf({ _meta }: ServerResponse): OfficialMeta {
  return _meta["io.modelcontextprotocol.registry/official"];
}

export type Status = OfficialMeta["status"];
