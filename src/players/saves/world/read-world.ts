/** Reads a world save of either game, told apart by how the file begins. */
import { open } from "node:fs/promises";
import { READ_WITHOUT_WAITING } from "../../../kit/files/read-without-waiting.ts";
import { type AsaWorld, readAsaWorld, type WorldOptions } from "./asa-world.ts";
import { type AseHeader, parseAseHeader } from "./core/ase-header.ts";
import { WorldError } from "./core/error.ts";

export type World = ({ readonly game: "asa" } & AsaWorld) | ({ readonly game: "ase" } & AseHeader);

/** How an SQLite file begins; "Database File Format" of sqlite.org, section 1.3. */
const SQLITE = "SQLite format 3\0";
/** The header of an ASE world, with the names of its map's parts, is far shorter. */
const MAX_ASE_HEADER_BYTES = 1024 * 1024;

/**
 * Reads a world, given by its path or its bytes. The worlds of ASE tell no players and tribes here.
 *
 * @throws {WorldError} Also `unsupported` when the store of an ASE world is wanted, which is not the default for them.
 */
export async function readWorld(source: string | Uint8Array, options: WorldOptions = {}): Promise<World> {
  const { bytes, fileBytes } = await beginningOf(source);
  if (Buffer.from(bytes.subarray(0, SQLITE.length)).toString("latin1") === SQLITE) {
    return { game: "asa", ...(await readAsaWorld(source, options)) };
  }
  if (bytes.length === 0) throw new WorldError("busy", "The world save is empty: nothing was written to it yet.");
  const header = parseAseHeader(bytes, fileBytes);
  if (options.store === "read") throw new WorldError("unsupported", NO_ASE_STORE);
  return { game: "ase", ...header };
}

const NO_ASE_STORE =
  "Players and tribes inside of an ARK: Survival Evolved world save cannot be read, for their layout is not known. " +
  "A server that runs without -usestore writes them to files of their own.";

async function beginningOf(source: string | Uint8Array): Promise<{ bytes: Uint8Array; fileBytes: number }> {
  if (typeof source !== "string") {
    return { bytes: source.subarray(0, MAX_ASE_HEADER_BYTES), fileBytes: source.length };
  }
  try {
    const file = await open(source, READ_WITHOUT_WAITING);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new WorldError("notWorld", "What should be a world save is not a file.");
      const size = Math.min(found.size, MAX_ASE_HEADER_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
      return { bytes: buffer.subarray(0, bytesRead), fileBytes: found.size };
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof WorldError) throw cause;
    throw new WorldError("unreadable", "The operating system refused to read the world save.", cause);
  }
}
