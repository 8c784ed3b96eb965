/** Links to players and tribes. Their names are what players chose: they are shown as text. */
import { visibleText } from "../../parts/visible-text.ts";
import { texts } from "../../say.ts";

interface Named {
  readonly Id: string;
  readonly CharacterName: string;
  readonly PlatformName?: string;
}

/** A player without a save has no page yet. */
export function PlayerLink({ player }: { readonly player: Named }) {
  const shown = playerName(player);
  return player.Id === "0" ? <span>{shown}</span> : <a href={`/console/players/players/${player.Id}`}>{shown}</a>;
}

/** The character's name, else the account's. */
export function playerName({ CharacterName, PlatformName = "" }: Omit<Named, "Id">): string {
  return shownName(visibleText(CharacterName) === "" ? PlatformName : CharacterName);
}

/** Names may be empty, or hold nothing that can be seen. */
export function shownName(name: string): string {
  return visibleText(name) === "" ? texts.players.nameless : name;
}

export function TribeLink({ id, name }: { readonly id: string; readonly name: string }) {
  return <a href={`/console/players/tribes/${id}`}>{shownName(name)}</a>;
}

/** The address of a page of another place, if a browser may follow it. */
export function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? text : undefined;
}
