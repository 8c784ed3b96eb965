/** The door of the search area: names, and what people type to find them. */
export {
  NameIndex,
  type HitPosition,
  type SearchOptions,
  type SearchResult,
  type SubjectName,
} from "./core/name-index.ts";
