import type { Catalogue } from "../servers/index.ts";

const NEWLINE = Buffer.from("\n");

/** Large enough for the socket, small enough that a slow reader holds little. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Every version, deleted ones too, by name and version, as NDJSON of ServerResponses in chunks of some 64 KiB. All are of
 * one state of the catalogue: the entries are noted when the first chunk is asked for, and an entry never changes.
 */
export async function* exportLines(catalogue: Pick<Catalogue, "servers">): AsyncGenerator<Buffer> {
  const entries = catalogue.servers.flatMap((server) => server.entries);
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const { body } of entries) {
    parts.push(body, NEWLINE);
    bytes += body.length + 1;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(parts, bytes);
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(parts, bytes);
}
