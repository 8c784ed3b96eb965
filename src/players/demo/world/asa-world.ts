/** Writes ARK: Survival Ascended worlds, as far as they tell of players, tribes and time. */
import { writeSqlite } from "../../sqlite/index.ts";
import { double, int16, int32, text, uint32, uint64 } from "./bytes.ts";

export interface AsaWorldContent {
  /** 11 to 14; 14 unless told. */
  readonly version?: number;
  readonly gameTimeSeconds: number;
  readonly mapParts: readonly string[];
  /** Names of what is found in the world. */
  readonly names?: readonly string[];
  /** Players and tribes that the world holds itself; without, it is one of a server that keeps them in files. */
  readonly store?: AsaStoreContent;
}

export interface AsaStoreContent {
  /** The bytes of profile files. An id of 0 is a profile that the game has deleted. */
  readonly profiles: readonly { readonly entryId: bigint; readonly bytes: Uint8Array }[];
  /** The bytes of tribe files. */
  readonly tribes: readonly { readonly id: number; readonly bytes: Uint8Array }[];
}

/** The engine's versions of its packages, as the game of 2025 writes them. */
const PACKAGE_VERSIONS = [522, 1013] as const;

/** Writes a world in the place of what was at `path`. */
export async function writeAsaWorld(path: string, content: AsaWorldContent): Promise<void> {
  await writeSqlite(path, [
    { name: "game", columns: ["key BLOB PRIMARY KEY", "value BLOB"], rows: [] },
    {
      name: "custom",
      columns: ["key VARCHAR PRIMARY KEY", "value BLOB"],
      rows: [
        ["SaveHeader", asaHeaderBytes(content)],
        ...(content.store ? [["GameModeCustomBytes", asaStoreBytes(content.store)]] : []),
      ],
    },
  ]);
}

/** The value `SaveHeader`. */
export function asaHeaderBytes({ version = 14, gameTimeSeconds, mapParts, names = [] }: AsaWorldContent): Buffer {
  const before = [int16(version), ...(version >= 14 ? PACKAGE_VERSIONS.map(int32) : [])];
  const after = [
    double(gameTimeSeconds),
    int32(0),
    int32(mapParts.length),
    ...mapParts.flatMap((part) => [text(part), int32(-1)]),
  ];
  const namesAt = lengthOf(before) + 4 + lengthOf(after);
  const table = [int32(names.length), ...names.flatMap((name, index) => [int32(index), text(name)])];
  return Buffer.concat([...before, int32(namesAt), ...after, ...table]);
}

/** The value `GameModeCustomBytes`. */
export function asaStoreBytes({ profiles, tribes }: AsaStoreContent): Buffer {
  return Buffer.concat([
    int32(1),
    ...section(tribes, ({ id }) => [uint32(id), int32(0)]),
    ...section(profiles, ({ entryId }) => [uint64(entryId)]),
  ]);
}

/** Where the index begins and how many it names, then the parts, then the index. */
function section<Part extends { readonly bytes: Uint8Array }>(
  parts: readonly Part[],
  entry: (part: Part) => Buffer[],
): Uint8Array[] {
  let offset = 0;
  const index: Buffer[] = [];
  for (const part of parts) {
    index.push(...entry(part), int32(offset), int32(part.bytes.length));
    offset += part.bytes.length;
  }
  return [int32(offset), int32(parts.length), ...parts.map(({ bytes }) => bytes), ...index];
}

function lengthOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((total, buffer) => total + buffer.length, 0);
}
