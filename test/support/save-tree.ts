/**
 * A second, slow reader of the game's save files, which keeps everything and trusts nothing: it throws wherever a size
 * is wrong. Its answer can be written again, byte for byte.
 */
import type {
  ObjectReference,
  SaveArray,
  SaveFile,
  SaveObject,
  SaveProperty,
  SaveValue,
  SaveVersion,
  TypeName,
} from "../../src/players/demo/saves/save-file.ts";

interface Input {
  readonly bytes: Buffer;
  readonly version: SaveVersion;
  at: number;
}

interface Head {
  readonly name: string;
  readonly index: number;
  readonly type: string;
  /** Of an array or `Enum`: what is in it. */
  readonly inner: string;
  readonly of: TypeName | undefined;
  readonly size: number;
  readonly truth: boolean;
  readonly isNative: boolean;
}

const NATIVES = new Set(["Vector", "Rotator", "Quat", "Vector2D", "LinearColor", "Color", "UniqueNetIdRepl"]);

/** Reads a whole file. Throws when anything in it is not exactly as long as it says. */
export function readSaveTree(bytes: Uint8Array): SaveFile {
  const buffer = Buffer.from(bytes);
  const version = buffer.readInt32LE(0) as SaveVersion;
  const input: Input = { bytes: buffer, version, at: version === 7 ? 12 : 4 };
  const heads = Array.from({ length: int32(input) }, () => readObjectHead(input));
  const objects = heads.map(({ propertiesAt, ...head }): SaveObject => {
    check(propertiesAt === input.at, "objects follow each other");
    if (version === 7) check(input.bytes[input.at++] === 0, "a zero before the properties");
    const properties = readList(input);
    const ending = int32(input);
    check(ending === 0 || ending === 1, "0 or 1 at an object's end");
    if (ending === 0) return { ...head, properties };
    check(take(input, 16).equals(head.guid), "the guid at an object's end");
    return { ...head, properties, endsWithGuid: true };
  });
  check(input.at === buffer.length, "nothing behind the last object");
  return { version, objects };
}

function readObjectHead(input: Input): Omit<SaveObject, "properties"> & { guid: Buffer; propertiesAt: number } {
  const guid = take(input, 16);
  const className = text(input);
  const isItem = int32(input) === 1;
  const names = Array.from({ length: int32(input) }, () => text(input));
  check(int32(input) === 0 && int32(input) === 0, "the object is from no other file");
  const location = int32(input) === 1 ? Array.from({ length: 6 }, () => coordinate(input)) : undefined;
  const propertiesAt = int32(input);
  check(int32(input) === 0, "a zero at the end of an object's head");
  return { guid, className, names, ...(isItem ? { isItem } : {}), ...(location ? { location } : {}), propertiesAt };
}

function readList(input: Input): readonly SaveProperty[] {
  const list: SaveProperty[] = [];
  for (let name = text(input); name !== "None"; name = text(input)) {
    const head = input.version === 7 ? readHead7(input, name) : readHeadBefore7(input, name);
    const end = input.at + head.size;
    const value = readValue(input, head);
    check(input.at === end, `${name} (${head.type}) is as long as it says`);
    list.push(head.index === 0 ? { name, value } : { name, index: head.index, value });
  }
  return list;
}

function readHead7(input: Input, name: string): Head {
  const type = text(input);
  const parameters = Array.from({ length: int32(input) }, () => readTypeTree(input));
  const size = int32(input);
  const flags = input.bytes.readUInt8(input.at++);
  check((flags & ~0x19) === 0, "only flags that occur");
  const index = (flags & 1) === 0 ? 0 : int32(input);
  const [first, second] = parameters;
  const structure = type === "ArrayProperty" ? first?.parameters[0] : first;
  const of: TypeName | undefined = structure && {
    name: structure.name,
    ...(structure.parameters[0] ? { from: structure.parameters[0].name } : {}),
    ...(second ? { guid: second.name } : {}),
  };
  return {
    name,
    index,
    type,
    inner: first?.name ?? "",
    of,
    size,
    truth: (flags & 16) !== 0,
    isNative: (flags & 8) !== 0,
  };
}

interface TypeTree {
  readonly name: string;
  readonly parameters: readonly TypeTree[];
}

function readTypeTree(input: Input): TypeTree {
  return { name: text(input), parameters: Array.from({ length: int32(input) }, () => readTypeTree(input)) };
}

function readHeadBefore7(input: Input, name: string): Head {
  const isAsa = input.version !== 1;
  const type = text(input);
  const size = int32(input);
  const index = int32(input);
  const truth = type === "BoolProperty" && input.bytes[input.at++] === 1;
  const inner = /^(?:Struct|Array|Byte)Property$/.test(type) ? text(input) : "";
  if (isAsa && type === "StructProperty") take(input, 16);
  if (isAsa) check(input.bytes[input.at++] === 0, "no guid");
  const isEnum = type === "ByteProperty" && inner !== "None";
  const of = type === "StructProperty" || isEnum ? { name: inner } : undefined;
  return { name, index, type, inner, of, size, truth, isNative: NATIVES.has(inner) };
}

function readValue(input: Input, head: Head): SaveValue {
  const { type, of, size } = head;
  if (type === "BoolProperty") return { type, value: head.truth };
  if (type === "ByteProperty" && of) return { type: "Enum", of, value: text(input) };
  if (type === "StructProperty" && of) {
    if (head.isNative) return { type: "NativeStruct", of, value: new Uint8Array(take(input, size)) };
    return { type, of, value: readList(input) };
  }
  if (type === "ArrayProperty") return readArray(input, head);
  if (!(type in SCALARS))
    return { type: "Raw", typeName: type, ...(of ? { of } : {}), value: new Uint8Array(take(input, size)) };
  return { type, value: SCALARS[type as keyof typeof SCALARS](input) } as SaveValue;
}

function readArray(input: Input, { name, inner, of, size }: Head): SaveArray {
  const end = input.at + size;
  const count = int32(input);
  check(count >= 0 && count <= size, "no more elements than bytes");
  if (inner === "StructProperty") {
    const type = input.version === 7 ? of : readSharedHead(input, name, end);
    return {
      type: "ArrayProperty",
      of: type ?? { name: "" },
      value: Array.from({ length: count }, () => readList(input)),
    };
  }
  check(inner in SCALARS, `a list of ${inner}`);
  const readOne = SCALARS[inner as keyof typeof SCALARS];
  return { type: "ArrayProperty", of: inner, value: Array.from({ length: count }, () => readOne(input)) } as SaveArray;
}

function readSharedHead(input: Input, name: string, end: number): TypeName | undefined {
  if (input.version === 1) return { name: "Any" };
  check(text(input) === name && text(input) === "StructProperty", "the array's name again");
  const size = int32(input);
  check(int32(input) === 0, "no index");
  const of = text(input);
  take(input, 17);
  check(size === end - input.at, "the size of all structures");
  return { name: of };
}

const SCALARS = {
  Int8Property: (input: Input) => input.bytes.readInt8(move(input, 1)),
  ByteProperty: (input: Input) => input.bytes.readUInt8(move(input, 1)),
  Int16Property: (input: Input) => input.bytes.readInt16LE(move(input, 2)),
  UInt16Property: (input: Input) => input.bytes.readUInt16LE(move(input, 2)),
  IntProperty: int32,
  UInt32Property: (input: Input) => input.bytes.readUInt32LE(move(input, 4)),
  FloatProperty: (input: Input) => input.bytes.readFloatLE(move(input, 4)),
  Int64Property: (input: Input) => input.bytes.readBigInt64LE(move(input, 8)),
  UInt64Property: (input: Input) => input.bytes.readBigUInt64LE(move(input, 8)),
  DoubleProperty: (input: Input) => input.bytes.readDoubleLE(move(input, 8)),
  StrProperty: text,
  NameProperty: text,
  ObjectProperty: (input: Input): ObjectReference => (int32(input) === 1 ? text(input) : int32(input)),
};

function coordinate(input: Input): number {
  return input.version === 1 ? SCALARS.FloatProperty(input) : SCALARS.DoubleProperty(input);
}

function int32(input: Input): number {
  return input.bytes.readInt32LE(move(input, 4));
}

function text(input: Input): string {
  const length = int32(input);
  if (length >= 0) return take(input, length).toString("latin1").slice(0, -1);
  return take(input, -2 * length)
    .toString("utf16le")
    .slice(0, -1);
}

function take(input: Input, count: number): Buffer {
  const start = move(input, count);
  check(count >= 0 && input.at <= input.bytes.length, "bytes enough");
  return input.bytes.subarray(start, input.at);
}

function move(input: Input, count: number): number {
  input.at += count;
  return input.at - count;
}

function check(condition: boolean, statement: string): void {
  if (!condition) throw new Error(`not so: ${statement}`);
}
