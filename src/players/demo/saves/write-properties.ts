/** Writes lists of properties as each generation of the game does. */
import type { ByteWriter } from "./byte-writer.ts";
import type { SaveArray, SaveProperty, SaveValue, SaveVersion, TypeName } from "./save-file.ts";
import { writeScalar } from "./write-scalar.ts";

const NO_GUID = new Uint8Array(16);

/** Writes properties and the name that ends their list. */
export function writeList(out: ByteWriter, properties: readonly SaveProperty[], version: SaveVersion): void {
  for (const property of properties) {
    if (version === 7) writeProperty7(out, property);
    else writePropertyBefore7(out, property, version);
  }
  out.text("None");
}

function writePropertyBefore7(out: ByteWriter, { name, index = 0, value }: SaveProperty, version: SaveVersion): void {
  out.text(name);
  out.text(typeOf(value));
  const sizeField = out.length;
  out.int32(0);
  out.int32(index);
  if (value.type === "BoolProperty") out.uint8(value.value ? 1 : 0);
  else writeInner(out, value, version);
  // The byte says that no guid follows.
  if (version !== 1) out.uint8(0);
  const start = out.length;
  writePayload(out, name, value, version);
  out.setInt32(sizeField, out.length - start);
}

/** The one name that some types add. */
function writeInner(out: ByteWriter, value: SaveValue, version: SaveVersion): void {
  switch (value.type) {
    case "ByteProperty":
      return out.text("None");
    case "Enum":
      return out.text(value.of.name);
    case "ArrayProperty":
      return out.text(elementOf(value));
    case "StructProperty":
    case "NativeStruct":
      out.text(value.of.name);
      if (version !== 1) out.bytes(NO_GUID);
      return;
    case "Raw":
      if (value.of) out.text(value.of.name);
      return;
    default:
  }
}

function writeProperty7(out: ByteWriter, { name, index = 0, value }: SaveProperty): void {
  out.text(name);
  out.text(typeOf(value));
  writeTypeParameters(out, value);
  const sizeField = out.length;
  out.int32(0);
  const isTrue = value.type === "BoolProperty" && value.value;
  out.uint8((index === 0 ? 0 : 0x01) | (value.type === "NativeStruct" ? 0x08 : 0) | (isTrue ? 0x10 : 0));
  if (index !== 0) out.int32(index);
  const start = out.length;
  writePayload(out, name, value, 7);
  out.setInt32(sizeField, out.length - start);
}

function writeTypeParameters(out: ByteWriter, value: SaveValue): void {
  if (value.type === "ArrayProperty") {
    out.int32(1);
    out.text(elementOf(value));
    writeTypeNames(out, typeof value.of === "string" ? undefined : value.of);
    return;
  }
  writeTypeNames(out, typeof value === "object" && "of" in value ? value.of : undefined);
}

function writeTypeNames(out: ByteWriter, of: TypeName | undefined): void {
  if (!of) return out.int32(0);
  out.int32(of.guid === undefined ? 1 : 2);
  out.text(of.name);
  out.int32(of.from === undefined ? 0 : 1);
  if (of.from !== undefined) {
    out.text(of.from);
    out.int32(0);
  }
  if (of.guid !== undefined) {
    out.text(of.guid);
    out.int32(0);
  }
}

function writePayload(out: ByteWriter, name: string, value: SaveValue, version: SaveVersion): void {
  switch (value.type) {
    case "BoolProperty":
      return;
    case "StructProperty":
      return writeList(out, value.value, version);
    case "ArrayProperty":
      return writeArray(out, name, value, version);
    case "NativeStruct":
    case "Raw":
      return out.bytes(value.value);
    case "Enum":
      return out.text(value.value);
    default:
      return writeScalar(out, value.type, value.value);
  }
}

function writeArray(out: ByteWriter, name: string, array: SaveArray, version: SaveVersion): void {
  out.int32(array.value.length);
  if (typeof array.of === "string") {
    for (const value of array.value) writeScalar(out, array.of, value);
    return;
  }
  const sizeField = version === 5 || version === 6 ? writeStructsHead(out, name, array.of) : undefined;
  const start = out.length;
  for (const element of array.value) writeList(out, element, version);
  if (sizeField !== undefined) out.setInt32(sizeField, out.length - start);
}

/** The structures of an array shared one head before version 7. Answers where their size belongs. */
function writeStructsHead(out: ByteWriter, name: string, of: TypeName): number {
  out.text(name);
  out.text("StructProperty");
  const sizeField = out.length;
  out.int32(0);
  out.int32(0);
  out.text(of.name);
  out.bytes(NO_GUID);
  out.uint8(0);
  return sizeField;
}

function typeOf(value: SaveValue): string {
  if (value.type === "NativeStruct") return "StructProperty";
  if (value.type === "Enum") return "ByteProperty";
  return value.type === "Raw" ? value.typeName : value.type;
}

function elementOf({ of }: SaveArray): string {
  return typeof of === "string" ? of : "StructProperty";
}
