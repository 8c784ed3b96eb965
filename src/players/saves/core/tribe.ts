/** A tribe as its save keeps it. */
import { readCutText, skipText } from "./fstring.ts";
import { SaveError } from "./save-error.ts";
import { readList, type Source, type Tag } from "./tags.ts";
import {
  readArrayCount,
  readBytes,
  readCount,
  readId,
  readIds,
  readInteger,
  readName,
  readNames,
  readStruct,
  readStructs,
} from "./values.ts";

/** Servers allow at most 500; tools of operators have made more. */
const MAX_MEMBERS = 10_000;
const MAX_ALLIANCES = 1_000;
/** The game keeps about as many. */
const LOG_LINES = 400;
/** Bounded by the file's own size; older lines are passed over. */
const MAX_LOG_LINES = Number.MAX_SAFE_INTEGER;
const MAX_LINE_UNITS = 2_000;

export interface SavedMember {
  readonly id: bigint;
  /** The character's name; empty when the save has fewer names than ids. */
  readonly name: string;
  /** Where the tribe uses rank groups. */
  readonly rankGroup: number | undefined;
}

export interface SavedAlliance {
  readonly id: number;
  readonly name: string;
  readonly tribes: readonly { readonly id: number; readonly name: string }[];
}

/** The fields read of a tribe. */
export interface SavedTribe {
  /** From 1 to the largest int32. */
  readonly id: number;
  readonly name: string;
  readonly ownerId: bigint | undefined;
  /**
   * The members that the save lists, who may have left since. It keeps ids and names in two lists. Ids without a name
   * have an empty one; names without an id are left out, and so are ids of 0.
   */
  readonly members: readonly SavedMember[];
  readonly adminIds: readonly bigint[];
  readonly alliances: readonly SavedAlliance[];
  /** The last 400 lines, the oldest first, each of at most 2,000 UTF-16 units; see `parseTribeLogLine`. */
  readonly log: readonly string[];
  /** The number of the log's newest line, counted since the tribe was founded. */
  readonly logIndex: number | undefined;
  readonly dinoCount: number | undefined;
  /** For example `TheIsland` or `LostColony_WP`. */
  readonly mapName: string | undefined;
}

interface Draft {
  id: number;
  name: string;
  ownerId: bigint;
  memberNames: readonly string[];
  memberIds: readonly bigint[];
  rankGroups: readonly number[];
  adminIds: readonly bigint[];
  alliances: readonly SavedAlliance[];
  log: readonly string[];
  logIndex: number | undefined;
  dinoCount: number | undefined;
}

/**
 * Reads the tribe from its object's properties. A field that the game leaves out has its default. Throws `SaveError`.
 */
export function readTribeData(source: Source, mapName: string | undefined): SavedTribe {
  const draft: Draft = {
    id: 0,
    name: "",
    ownerId: 0n,
    memberNames: [],
    memberIds: [],
    rankGroups: [],
    adminIds: [],
    alliances: [],
    log: [],
    logIndex: undefined,
    dinoCount: undefined,
  };
  readList(source, (tag) => {
    if (tag.name === "TribeData") readStruct(source, tag, (inner) => readProperty(source, inner, draft));
  });
  if (draft.id === 0) throw new SaveError("missing_field", "The tribe has no id.", source.cursor.at);
  return {
    id: draft.id,
    name: draft.name,
    ownerId: draft.ownerId === 0n ? undefined : draft.ownerId,
    members: draft.memberIds
      .map((id, index) => ({ id, name: draft.memberNames[index] ?? "", rankGroup: draft.rankGroups[index] }))
      .filter(({ id }) => id !== 0n),
    adminIds: draft.adminIds,
    alliances: draft.alliances,
    log: draft.log,
    logIndex: draft.logIndex,
    dinoCount: draft.dinoCount,
    mapName,
  };
}

function readProperty(source: Source, tag: Tag, draft: Draft): void {
  const { cursor } = source;
  switch (tag.name) {
    case "TribeID":
      draft.id = readCount(cursor, tag);
      break;
    case "TribeName":
      draft.name = readName(cursor, tag);
      break;
    case "OwnerPlayerDataID":
      draft.ownerId = readId(cursor, tag);
      break;
    case "MembersPlayerName":
      draft.memberNames = readNames(cursor, tag, MAX_MEMBERS);
      break;
    case "MembersPlayerDataID":
      draft.memberIds = readIds(cursor, tag, MAX_MEMBERS);
      break;
    case "MembersRankGroups":
      draft.rankGroups = readBytes(cursor, tag, MAX_MEMBERS);
      break;
    case "TribeAdmins":
      draft.adminIds = readIds(cursor, tag, MAX_MEMBERS);
      break;
    case "TribeAlliances":
      draft.alliances = readStructs(source, tag, MAX_ALLIANCES, () => readAlliance(source));
      break;
    case "TribeLog":
      draft.log = readLog(source, tag);
      break;
    case "LogIndex":
      draft.logIndex = readInteger(cursor, tag);
      break;
    case "NumTribeDinos":
      draft.dinoCount = readCount(cursor, tag);
      break;
    default:
  }
}

function readAlliance(source: Source): SavedAlliance {
  const { cursor } = source;
  let id = 0;
  let name = "";
  let tribeIds: readonly bigint[] = [];
  let tribeNames: readonly string[] = [];
  readList(source, (tag) => {
    if (tag.name === "AllianceID") id = Number(readId(cursor, tag));
    else if (tag.name === "AllianceName") name = readName(cursor, tag);
    else if (tag.name === "MembersTribeID") tribeIds = readIds(cursor, tag, MAX_MEMBERS);
    else if (tag.name === "MembersTribeName") tribeNames = readNames(cursor, tag, MAX_MEMBERS);
  });
  return {
    id,
    name,
    tribes: tribeIds.map((tribeId, index) => ({ id: Number(tribeId), name: tribeNames[index] ?? "" })),
  };
}

function readLog({ cursor }: Source, tag: Tag): readonly string[] {
  const count = tag.inner === "StrProperty" ? readArrayCount(cursor, tag, MAX_LOG_LINES, 4) : 0;
  for (let index = LOG_LINES; index < count; index++) skipText(cursor);
  return Array.from({ length: Math.min(count, LOG_LINES) }, () => readCutText(cursor, MAX_LINE_UNITS));
}
