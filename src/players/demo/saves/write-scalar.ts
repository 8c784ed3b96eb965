/** Writes single values, of a property or in an array. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { ByteWriter } from "./byte-writer.ts";
import type { LongType, NumberType, TextType } from "./save-file.ts";

type ScalarType = NumberType | LongType | TextType | "ObjectProperty";

/** Writes one value of the type; a number, bigint or text as the type wants it. */
export function writeScalar(out: ByteWriter, type: ScalarType, value: bigint | number | string): void {
  if (type === "ObjectProperty") {
    writeReference(out, value);
  } else if (typeof value === "string") {
    invariant(type === "StrProperty" || type === "NameProperty", "a text is written as a text");
    out.text(value);
  } else if (typeof value === "bigint") {
    if (type === "UInt64Property") out.uint64(value);
    else out.int64(value);
  } else {
    writeNumber(out, type, value);
  }
}

/** A number in the file, or a path. */
function writeReference(out: ByteWriter, value: bigint | number | string): void {
  if (typeof value === "string") {
    out.int32(1);
    out.text(value);
  } else {
    out.int32(0);
    out.int32(Number(value));
  }
}

function writeNumber(out: ByteWriter, type: ScalarType, value: number): void {
  switch (type) {
    case "Int8Property":
    case "ByteProperty":
      return out.uint8(value & 0xff);
    case "Int16Property":
      return out.int16(value);
    case "UInt16Property":
      return out.uint16(value);
    case "IntProperty":
      return out.int32(value);
    case "UInt32Property":
      return out.uint32(value);
    case "FloatProperty":
      return out.float32(value);
    case "DoubleProperty":
      return out.float64(value);
    default:
      invariant(false, `${type} is written as a number`);
  }
}
