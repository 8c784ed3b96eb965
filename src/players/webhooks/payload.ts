/** The body that a webhook receives, in the words and the form of the rest of the interface. */
import { playerJson, shownTime, type SimplePlayer } from "../directory/index.ts";
import { showBanChange } from "../platform/index.ts";
import type { Happening } from "./core/happening.ts";

/** The facts looked up for an event. */
export interface HappeningFacts {
  /** Undefined when no save of the player is known. */
  readonly player: SimplePlayer | undefined;
  /** The name of the account; `""` when unknown. */
  readonly accountName: string;
  /** Names of tribes by their ids. */
  readonly tribeNames: ReadonlyMap<number, string>;
}

/** JSON of a delivery, without its id. Ids of players are written digit by digit: they may be past 2^53. */
export function payloadJson(happening: Happening, facts: HappeningFacts): string {
  const start = JSON.stringify({ Event: happening.event, At: shownTime(happening.at) }).slice(0, -1);
  const player = facts.player ? playerJson(facts.player) : "null";
  const rest = { PlatformId: happening.platformId ?? "", ...restOf(happening, facts) };
  return `${start},"Player":${player},${JSON.stringify(rest).slice(1)}`;
}

function restOf(happening: Happening, { accountName, tribeNames }: HappeningFacts): object {
  switch (happening.event) {
    case "join":
      return { Name: happening.name, Server: happening.server, FromServer: happening.from };
    case "leave":
      return { Name: happening.name, Server: happening.server, ToServer: happening.to };
    case "tribe": {
      const { characterName, from, to } = happening;
      return { Name: characterName, FromTribe: tribeOf(from, tribeNames), ToTribe: tribeOf(to, tribeNames) };
    }
    case "ban":
      return { Name: accountName, ...showBanChange(happening.change) };
  }
}

/** A tribe that has no save of its own yet has an empty name. */
function tribeOf(id: number | null, names: HappeningFacts["tribeNames"]): object | null {
  return id === null ? null : { Id: id, Name: names.get(id) ?? "" };
}
