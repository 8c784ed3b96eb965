/** Links to players and tribes. Their names are what players chose: they are shown as text. */
import { texts } from "../../say.ts";

interface Named {
  readonly Id: string;
  readonly CharacterName: string;
  readonly PlatformName?: string;
}

/** A player without a save has no page yet. */
export function PlayerLink({ player }: { readonly player: Named }) {
  const { Id, CharacterName, PlatformName = "" } = player;
  const name = CharacterName === "" ? PlatformName : CharacterName;
  const shown = name === "" ? texts.players.nameless : name;
  return Id === "0" ? <span>{shown}</span> : <a href={`/console/players/players/${Id}`}>{shown}</a>;
}

export function TribeLink({ id, name }: { readonly id: string; readonly name: string }) {
  return <a href={`/console/players/tribes/${id}`}>{name === "" ? texts.players.nameless : name}</a>;
}

/** The address of a page of another place, if a browser may follow it. */
export function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? text : undefined;
}
