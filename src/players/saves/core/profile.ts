/** A player as a profile keeps him. */
import { SaveError } from "./save-error.ts";
import { readList, type Source, type Tag } from "./tags.ts";
import { readCount, readId, readInteger, readName, readNumber, readStruct, readTruth } from "./values.ts";

/** The file keeps them in 16 bits. */
const MOST_EXTRA_LEVELS = 65_535;

/** The fields read of a player's profile. The network address that the game keeps there is not. */
export interface SavedProfile {
  /** `PlayerDataID`, from 1 to the largest int64. */
  readonly id: bigint;
  /** 17 digits of a SteamID64, or 32 lower-case hex digits of an EOS id; undefined for accounts of other kinds. */
  readonly platformId: string | undefined;
  /** The name on the platform when the player last joined. ASA may cut it (16 characters and `...`). */
  readonly platformName: string;
  readonly characterName: string;
  /** From 1: the file keeps the levels above the first. */
  readonly level: number;
  /** Undefined for a player without a tribe. */
  readonly tribeId: number | undefined;
  readonly isFemale: boolean;
  readonly experience: number;
  readonly engramPoints: number;
  readonly deaths: number;
  /** Seconds of the game's own time. */
  readonly loginTime: number | undefined;
  /** Seconds of the game's own time. */
  readonly lastLoginTime: number | undefined;
  /** For example `TheIsland` or `LostColony_WP`. */
  readonly mapName: string | undefined;
  readonly dataVersion: number | undefined;
}

type Draft = { -readonly [Name in keyof SavedProfile]: SavedProfile[Name] };

/**
 * Reads the player from its object's properties. A field that the game leaves out has its default. Throws `SaveError`.
 */
export function readProfile(source: Source, mapName: string | undefined): SavedProfile {
  const { cursor } = source;
  const draft: Draft = {
    id: 0n,
    platformId: undefined,
    platformName: "",
    characterName: "",
    level: 1,
    tribeId: undefined,
    isFemale: false,
    experience: 0,
    engramPoints: 0,
    deaths: 0,
    loginTime: undefined,
    lastLoginTime: undefined,
    mapName,
    dataVersion: undefined,
  };
  readList(source, (tag) => {
    if (tag.name === "MyData") readStruct(source, tag, (inner) => readMyData(source, inner, draft));
  });
  if (draft.id === 0n) throw new SaveError("missing_field", "The profile has no player id.", cursor.at);
  return draft;
}

function readMyData(source: Source, tag: Tag, draft: Draft): void {
  const { cursor } = source;
  switch (tag.name) {
    case "PlayerDataID":
      draft.id = readId(cursor, tag);
      break;
    case "UniqueID":
      if (tag.inner === "UniqueNetIdRepl") draft.platformId = source.layout.readAccount(cursor);
      break;
    case "PlayerName":
      draft.platformName = readName(cursor, tag);
      break;
    case "MyPlayerCharacterConfig":
      readStruct(source, tag, (inner) => readCharacter(source, inner, draft));
      break;
    case "MyPersistentCharacterStats":
      readStruct(source, tag, (inner) => readStats(source, inner, draft));
      break;
    case "TribeID": {
      const id = readInteger(cursor, tag);
      draft.tribeId = id > 0 ? id : undefined;
      break;
    }
    case "NumOfDeaths":
      draft.deaths = readCount(cursor, tag);
      break;
    case "LoginTime":
      draft.loginTime = readNumber(cursor, tag);
      break;
    case "LastLoginTime":
      draft.lastLoginTime = readNumber(cursor, tag);
      break;
    case "PlayerDataVersion":
      draft.dataVersion = readInteger(cursor, tag);
      break;
    default:
  }
}

function readCharacter({ cursor }: Source, tag: Tag, draft: Draft): void {
  if (tag.name === "PlayerCharacterName") draft.characterName = readName(cursor, tag);
  else if (tag.name === "bIsFemale") draft.isFemale = readTruth(cursor, tag);
}

function readStats({ cursor }: Source, tag: Tag, draft: Draft): void {
  switch (tag.name) {
    case "CharacterStatusComponent_ExtraCharacterLevel":
      draft.level = readCount(cursor, tag, MOST_EXTRA_LEVELS) + 1;
      break;
    case "CharacterStatusComponent_ExperiencePoints":
      draft.experience = readNumber(cursor, tag);
      break;
    case "PlayerState_TotalEngramPoints":
      draft.engramPoints = readInteger(cursor, tag);
      break;
    default:
  }
}
