/** Players and tribes as any save of the game could hold them. */
import fc from "fast-check";
import type { SaveVersion } from "../../src/players/demo/saves/save-file.ts";
import type { SavedAlliance, SavedProfile, SavedTribe } from "../../src/players/saves/index.ts";

export const SAVE_VERSIONS: readonly SaveVersion[] = [1, 5, 6, 7];

const LARGEST_INT32 = 2 ** 31 - 1;

/** Any text without NUL, in any script, ASCII or not. */
export const anyName = fc
  .oneof(
    fc.string({ unit: "binary-ascii", maxLength: 30 }),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
  )
  .map((text) => text.replaceAll("\0", ""));

const mapName = fc.option(fc.constantFrom("TheIsland", "LostColony_WP", "Mappa ü"), { nil: undefined });
const playerId = fc.bigInt({ min: 1n, max: 2n ** 32n - 1n });
const int32 = fc.integer({ min: -LARGEST_INT32 - 1, max: LARGEST_INT32 });
const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const seconds = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined });

const steamId = fc.integer({ min: 0, max: 9_999_999_999 }).map((tail) => `7656119${String(tail).padStart(10, "0")}`);
const eosId = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("hex"));

/** A profile that a file of this version can hold. */
export function anyProfile(version: SaveVersion): fc.Arbitrary<SavedProfile> {
  return fc.record<SavedProfile>({
    id: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
    platformId: fc.option(version === 1 ? fc.oneof(steamId, eosId) : eosId, { nil: undefined }),
    platformName: anyName,
    characterName: anyName,
    level: fc.integer({ min: 1, max: 65_536 }),
    tribeId: fc.option(fc.integer({ min: 1, max: LARGEST_INT32 }), { nil: undefined }),
    isFemale: fc.boolean(),
    experience: float,
    engramPoints: int32,
    deaths: fc.integer({ min: 0, max: 2 ** 24 }),
    loginTime: seconds,
    lastLoginTime: seconds,
    mapName,
    dataVersion: fc.option(int32, { nil: undefined }),
  });
}

const alliance: fc.Arbitrary<SavedAlliance> = fc.record({
  id: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  name: anyName,
  tribes: fc.array(fc.record({ id: fc.integer({ min: 0, max: LARGEST_INT32 }), name: anyName }), { maxLength: 4 }),
});

/** A tribe that a file of any version can hold. */
export const anyTribe: fc.Arbitrary<SavedTribe> = fc.boolean().chain((hasRanks) =>
  fc.record<SavedTribe>({
    id: fc.integer({ min: 1, max: LARGEST_INT32 }),
    name: anyName,
    ownerId: fc.option(playerId, { nil: undefined }),
    members: fc.array(
      fc.record({ id: playerId, name: anyName, rankGroup: hasRanks ? fc.nat(255) : fc.constant(undefined) }),
      { maxLength: 8 },
    ),
    adminIds: fc.array(playerId, { maxLength: 4 }),
    alliances: fc.array(alliance, { maxLength: 3 }),
    log: fc.array(anyName, { maxLength: 20 }),
    logIndex: fc.option(int32, { nil: undefined }),
    dinoCount: fc.option(fc.nat(LARGEST_INT32), { nil: undefined }),
    mapName,
  }),
);
