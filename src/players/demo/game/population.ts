/** The players of the simulated cluster, and their history before the first look. */
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import type { Game } from "../../cluster/index.ts";
import type { Dice } from "./dice.ts";
import { liveOn } from "./life.ts";
import { ASCENDED_PEOPLE, EVOLVED_PEOPLE, type Person } from "./people.ts";
import type { Newcomer } from "./survivor.ts";
import type { GameWorld, ServerPlan } from "./world.ts";

/** Two servers of one generation of the game, between which survivors travel, and one of the next generation. */
export const SIMULATED_SERVERS: readonly ServerPlan[] = [
  { key: "island", name: "Simulated Island", game: "ase", mapName: "TheIsland", maxPlayers: 70 },
  { key: "ragnarok", name: "Simulated Ragnarok", game: "ase", mapName: "Ragnarok", maxPlayers: 50 },
  { key: "island-asa", name: "Simulated Island (Ascended)", game: "asa", mapName: "TheIsland_WP", maxPlayers: 40 },
];

/** Below the first account that Steam ever gave out (76561197960265728), so that none of these is a real account. */
const STEAM_PREFIX = "7656119000";

/** Those who have not come yet. Each comes once. */
export class Recruits {
  readonly #waiting: Readonly<Record<Game, Person[]>> = { ase: [...EVOLVED_PEOPLE], asa: [...ASCENDED_PEOPLE] };
  readonly #given = new Set<string>();
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** Undefined when all have come. */
  next(game: Game): Newcomer | undefined {
    const person = this.#waiting[game].shift();
    return person && this.again(person, game);
  }

  /** A player with a new character, and with his account if he has one. */
  again(person: Person, game: Game, platformId?: string): Newcomer {
    const dice = this.#dice;
    const account = (): string =>
      game === "ase" ? STEAM_PREFIX + String(dice.between(0, 9_999_999)).padStart(7, "0") : `0002${dice.hex(28)}`;
    const { platformName, characterName, isFemale = false } = person;
    return {
      platformName,
      characterName,
      isFemale,
      id: BigInt(this.#fresh(() => String(dice.between(100_000_000, 999_999_999)))),
      platformId: platformId ?? this.#fresh(account),
      networkAddress: `203.0.113.${dice.between(1, 254)}`,
    };
  }

  #fresh(make: () => string): string {
    let value = make();
    while (this.#given.has(value)) value = make();
    this.#given.add(value);
    return value;
  }
}

/** Most of the people arrive, found tribes, and reach levels; `at` is when that is over, and some are online. */
export function populate(world: GameWorld, dice: Dice, recruits: Recruits, at: Instant): void {
  const keys = world.servers.map(({ key }) => key);
  for (const { key, game } of world.servers) {
    const people = game === "ase" ? EVOLVED_PEOPLE : ASCENDED_PEOPLE;
    const homes = world.servers.filter((server) => server.game === game).length;
    // A few come later.
    const count = Math.floor((people.length - 4) / homes);
    for (let turn = 0; turn < count; turn++) {
      const newcomer = recruits.next(game);
      if (newcomer) world.gainLevels(world.arrive(newcomer, key).id, dice.between(0, 130));
    }
  }
  const turns = 400;
  for (let turn = turns; turn > 0; turn--) {
    liveOn(world, dice, plusMillis(at, -turn * 300_000), { open: keys, recruits: undefined });
  }
  // Chat and log from before the first look are forgotten.
  for (const key of keys) world.forgetUnheard(key);
}
