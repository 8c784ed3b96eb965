/** Writes the files in which a game server keeps players and tribes, in all versions of their container. */
import { ByteWriter } from "./byte-writer.ts";
import type { SaveFile, SaveObject, SaveVersion } from "./save-file.ts";
import { writeList } from "./write-properties.ts";

/** The versions of Unreal Engine 4 and 5 that the game names in its files. */
const ENGINE_VERSIONS = [522, 1013];

/** The bytes of a `.arkprofile` or `.arktribe`. The objects follow each other in the order given. */
export function writeSave({ version, objects }: SaveFile): Uint8Array {
  const out = new ByteWriter();
  out.int32(version);
  if (version === 7) for (const engine of ENGINE_VERSIONS) out.int32(engine);
  out.int32(objects.length);
  const offsetFields = objects.map((object) => writeHead(out, object, version));
  for (const [index, object] of objects.entries()) {
    out.setInt32(offsetFields[index] ?? 0, out.length);
    if (version === 7) out.uint8(0);
    writeList(out, object.properties, version);
    out.int32(object.endsWithGuid ? 1 : 0);
    if (object.endsWithGuid) out.bytes(object.guid);
  }
  return out.result();
}

/** Writes everything but where the properties begin, and answers where that belongs. */
function writeHead(out: ByteWriter, object: SaveObject, version: SaveVersion): number {
  out.bytes(object.guid);
  out.text(object.className);
  out.int32(object.isItem ? 1 : 0);
  out.int32(object.names.length);
  for (const name of object.names) out.text(name);
  out.int32(0);
  out.int32(0);
  out.int32(object.location ? 1 : 0);
  for (const part of object.location ?? []) {
    if (version === 1) out.float32(part);
    else out.float64(part);
  }
  const offsetField = out.length;
  out.int32(0);
  out.int32(0);
  return offsetField;
}
