/** The kind of a file in a save folder, by its name alone. */

/** Kinds that are read here. A `world` is large, and is handed on by its path instead. */
export type ParsedKind = "profile" | "tribe" | "tributeTribe";

/** Kinds that concern us. */
export type SaveKind = ParsedKind | "world";

/** The order in which changes are handed on: tribes before the players that name them, the world last. */
export const SAVE_KINDS = ["tribe", "tributeTribe", "profile", "world"] as const satisfies readonly SaveKind[];
