/** Short names for properties and values, for descriptions of save files that one can read. */
import type { LongType, NumberType, SaveProperty, SaveValue, TypeName } from "./save-file.ts";

const GAME = "/Script/ShooterGame";

/** A property; `index` for one of several with this name. */
export function property(name: string, value: SaveValue, index = 0): SaveProperty {
  return index === 0 ? { name, value } : { name, index, value };
}

/** A text as the game keeps names. */
export function text(value: string): SaveValue {
  return { type: "StrProperty", value };
}

/** A number of the type. */
export function number(type: NumberType, value: number): SaveValue {
  return { type, value };
}

/** A number of 64 bits. */
export function long(type: LongType, value: bigint): SaveValue {
  return { type, value };
}

/** A truth value. */
export function truth(value: boolean): SaveValue {
  return { type: "BoolProperty", value };
}

/** A structure of the game itself. */
export function struct(name: string, value: readonly SaveProperty[]): SaveValue {
  return { type: "StructProperty", of: gameType(name), value };
}

/** A structure or enumeration of the game itself. */
export function gameType(name: string): TypeName {
  return { name, from: GAME };
}

/** A list of texts. */
export function texts(value: readonly string[]): SaveValue {
  return { type: "ArrayProperty", of: "StrProperty", value };
}

/** A list of numbers. */
export function numbers(of: NumberType, value: readonly number[]): SaveValue {
  return { type: "ArrayProperty", of, value };
}

/** A list of references to objects outside the file. */
export function paths(value: readonly string[]): SaveValue {
  return { type: "ArrayProperty", of: "ObjectProperty", value };
}

/** Properties, leaving out those whose value is undefined: the game does not write defaults. */
export function properties(values: Readonly<Record<string, SaveValue | undefined>>): readonly SaveProperty[] {
  return Object.entries(values).flatMap(([name, value]) => (value ? [property(name, value)] : []));
}
