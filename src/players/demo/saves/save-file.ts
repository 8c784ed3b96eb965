/** The parts of a save file of the game, for the writer: any objects with any properties. */

/** The container's version: ASE writes 1, ASA wrote 5 and 6 and writes 7. */
export type SaveVersion = 1 | 5 | 6 | 7;

export interface SaveFile {
  readonly version: SaveVersion;
  readonly objects: readonly SaveObject[];
}

export interface SaveObject {
  readonly className: string;
  /** 16 bytes; ASE has none but zeros. */
  readonly guid: Uint8Array;
  /** The object itself and, for one in a map, the game mode, the level, the map and its path. */
  readonly names: readonly string[];
  readonly isItem?: boolean;
  /** Three coordinates and three angles. */
  readonly location?: readonly number[];
  readonly properties: readonly SaveProperty[];
  /** The guid is repeated after the properties. */
  readonly endsWithGuid?: boolean;
}

export interface SaveProperty {
  readonly name: string;
  /** Which of several properties of this name it is; 0 unless given. */
  readonly index?: number;
  readonly value: SaveValue;
}

/** The name of a structure or enumeration. The package and the guid of a blueprint are written by version 7 only. */
export interface TypeName {
  readonly name: string;
  readonly from?: string;
  readonly guid?: string;
}

export type NumberType =
  | "Int8Property"
  | "Int16Property"
  | "UInt16Property"
  | "IntProperty"
  | "UInt32Property"
  | "FloatProperty"
  | "DoubleProperty"
  | "ByteProperty";
export type LongType = "Int64Property" | "UInt64Property";
export type TextType = "StrProperty" | "NameProperty";
/** An object by its number in the file, or by its path. */
export type ObjectReference = number | string;

export type SaveValue =
  | { readonly type: "BoolProperty"; readonly value: boolean }
  | { readonly type: NumberType; readonly value: number }
  | { readonly type: LongType; readonly value: bigint }
  | { readonly type: TextType; readonly value: string }
  | { readonly type: "ObjectProperty"; readonly value: ObjectReference }
  | { readonly type: "Enum"; readonly of: TypeName; readonly value: string }
  | { readonly type: "StructProperty"; readonly of: TypeName; readonly value: readonly SaveProperty[] }
  | { readonly type: "NativeStruct"; readonly of: TypeName; readonly value: Uint8Array }
  | SaveArray
  /** Any other type, its bytes given as they are. */
  | { readonly type: "Raw"; readonly typeName: string; readonly of?: TypeName; readonly value: Uint8Array };

export type SaveArray =
  | { readonly type: "ArrayProperty"; readonly of: NumberType; readonly value: readonly number[] }
  | { readonly type: "ArrayProperty"; readonly of: LongType; readonly value: readonly bigint[] }
  | { readonly type: "ArrayProperty"; readonly of: TextType; readonly value: readonly string[] }
  | { readonly type: "ArrayProperty"; readonly of: "ObjectProperty"; readonly value: readonly ObjectReference[] }
  | { readonly type: "ArrayProperty"; readonly of: TypeName; readonly value: readonly (readonly SaveProperty[])[] };
