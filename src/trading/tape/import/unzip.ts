/** Takes the one file out of a ZIP archive, as which Binance publishes its dumps, without holding it in memory. */
import { createReadStream, createWriteStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { codeOf } from "../../../kit/errors/code-of.ts";
import { UserError } from "../../../kit/errors/user-error.ts";

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY = 0x02014b50;
const HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ZIP64 = 0xffffffff;
/** A dump of a month of the busiest market has about a tenth of this. */
const MAX_BYTES = 200 * 1024 ** 3;

interface Entry {
  readonly offset: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedBytes: number;
}

/** Fails with a `UserError` when the archive has not exactly one file, is broken, or larger than 4 GB. */
export async function unzipOne(path: string, into: string): Promise<void> {
  const { offset, method, crc, compressedBytes } = await findEntry(path);
  const source = createReadStream(path, { start: offset, end: offset + compressedBytes - 1 });
  let sum = 0;
  let bytes = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      bytes += chunk.length;
      done(bytes > MAX_BYTES ? broken(path, "it is too large") : null, chunk);
    },
  });
  try {
    if (method === DEFLATED) await pipeline(source, createInflateRaw(), check, createWriteStream(into));
    else await pipeline(source, check, createWriteStream(into));
  } catch (error) {
    if (codeOf(error)?.startsWith("Z_")) throw broken(path, "it cannot be unpacked");
    throw error;
  }
  if (sum !== crc) throw broken(path, "its checksum is wrong");
}

async function findEntry(path: string): Promise<Entry> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
    const tail = await read(file, size - tailBytes, tailBytes);
    let at = tail.length - END_BYTES;
    while (at >= 0 && tail.readUInt32LE(at) !== END) at--;
    if (at < 0) throw broken(path, "it is not a ZIP archive");
    if (tail.readUInt16LE(at + 10) !== 1) throw broken(path, "it must hold one file");
    const entry = await read(file, tail.readUInt32LE(at + 16), 46);
    if (entry.length < 46 || entry.readUInt32LE(0) !== ENTRY) throw broken(path, "its directory cannot be read");
    const method = entry.readUInt16LE(10);
    const compressedBytes = entry.readUInt32LE(20);
    const headerAt = entry.readUInt32LE(42);
    if ((method !== STORED && method !== DEFLATED) || (entry.readUInt16LE(8) & 1) === 1) {
      throw broken(path, "it is packed in a way that is not known");
    }
    if (compressedBytes === ZIP64 || headerAt === ZIP64) throw broken(path, "it is larger than 4 GB: unpack it first");
    const header = await read(file, headerAt, HEADER_BYTES);
    if (header.length < HEADER_BYTES) throw broken(path, "its directory cannot be read");
    const offset = headerAt + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
    return { offset, method, crc: entry.readUInt32LE(16), compressedBytes };
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function broken(path: string, why: string): UserError {
  return new UserError(`${path} cannot be imported: ${why}.`);
}
