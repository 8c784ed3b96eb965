/** The reloads by readers after a batch of saves: only what is shown differently now. */
import type { AnnouncedChange } from "../../../directory/index.ts";
import type { PlayerPlan, PlayerRow } from "./plan-players.ts";
import type { TribePlan } from "./plan-tribes.ts";

/** Players who came or went as far as lists are concerned: a tribe that lists them counts them in another way now. */
export function cameOrWent(plans: readonly PlayerPlan[]): readonly bigint[] {
  return plans
    .filter(({ before, after }) => (before?.isPresent ?? false) !== after.isPresent)
    .map(({ after }) => after.id);
}

/**
 * The change to announce; undefined when nothing is shown differently. The time of a save is not a reason: readers must
 * not reload thousands of players because a game saved its world.
 *
 * @param listing tribes that list one of `cameOrWent`.
 * @param contested accounts of which another player may count as the one on a server, because a save of one is newer.
 * @param isOnTheWay tribes that changed by their members only are left out: a later change names them all.
 */
export function planAnnouncement(
  players: readonly PlayerPlan[],
  tribes: readonly TribePlan[],
  listing: readonly number[],
  contested: readonly string[],
  isOnTheWay = false,
): AnnouncedChange | undefined {
  const change = {
    players: [...new Set(players.filter(isShownAnew).map(({ after }) => String(after.id)))],
    accounts: [...new Set([...players.flatMap(accountsAnew), ...contested])].sort(),
    tribes: [
      ...new Set([
        ...(isOnTheWay ? [] : players.flatMap(tribesAnew)),
        ...tribes.filter(isTribeAnew).map(idOf),
        ...listing,
      ]),
    ].sort((one, other) => one - other),
  };
  return Object.values(change).every((ids) => ids.length === 0) ? undefined : change;
}

function isShownAnew({ before, after }: PlayerPlan): boolean {
  return (
    !before ||
    before.characterName !== after.characterName ||
    before.platformName !== after.platformName ||
    before.level !== after.level
  );
}

/** Of an account's players, where they are and whether they are there decides which of them is online. */
function accountsAnew({ before, after }: PlayerPlan): readonly string[] {
  if (
    before?.platformId === after.platformId &&
    before.isPresent === after.isPresent &&
    before.server === after.server
  ) {
    return [];
  }
  return [before?.platformId, after.platformId].filter((account) => typeof account === "string");
}

/** The tribes whose members are others now. */
function tribesAnew({ before, after }: PlayerPlan): readonly number[] {
  const [from, to] = [before && tribeIn(before), tribeIn(after)];
  return from === to ? [] : [from, to].filter((tribe) => typeof tribe === "number");
}

function tribeIn({ isPresent, tribeId }: PlayerRow): number | null {
  return isPresent ? tribeId : null;
}

function isTribeAnew({ before, after, listings }: TribePlan): boolean {
  return (
    listings !== undefined ||
    before?.name !== after.name ||
    before.ownerId !== after.ownerId ||
    before.isPresent !== after.isPresent
  );
}

function idOf({ after }: TribePlan): number {
  return after.id;
}
