/** The messages to Discord: one sentence for each event, in the language of its messages. */
import type { WebhookEvent } from "./happening.ts";

/** The members of a payload that a sentence names; see docs/players/webhooks.md. */
export interface ToldPayload {
  readonly Event: WebhookEvent;
  readonly At: string;
  readonly Player: { readonly CharacterName: string; readonly Level: number } | null;
  readonly PlatformId: string;
  readonly Name: string;
  readonly Server?: string;
  readonly FromServer?: string | null;
  readonly ToServer?: string | null;
  readonly FromTribe?: ToldTribe | null;
  readonly ToTribe?: ToldTribe | null;
  readonly Changed?: readonly string[];
  readonly After?: Readonly<Record<string, boolean | number>>;
}

interface ToldTribe {
  readonly Id: number;
  readonly Name: string;
}

/** Discord takes 2,000 characters; names of more than this are cut. */
const MAX_NAME_CHARACTERS = 100;

/**
 * The text of a message, in Discord's Markdown. A name is shown as it is: none of its marks counts.
 *
 * @see https://discord.com/developers/docs/reference#message-formatting
 */
export function discordMessage(told: ToldPayload): string {
  const seconds = Math.floor(Date.parse(told.At) / 1000);
  return `${sentenceOf(told)} <t:${seconds}:R>`;
}

function sentenceOf(told: ToldPayload): string {
  const who = whoOf(told);
  switch (told.Event) {
    case "join":
      return `${who} joined ${bold(told.Server ?? "")}${told.FromServer ? `, from ${bold(told.FromServer)}` : ""}`;
    case "leave":
      return `${who} left ${bold(told.Server ?? "")}${told.ToServer ? `, for ${bold(told.ToServer)}` : ""}`;
    case "tribe":
      return `${who} ${tribesOf(told.FromTribe ?? null, told.ToTribe ?? null)}`;
    case "ban":
      return `${who}: ${bansOf(told)}`;
  }
}

/** The character with its level and account; the account alone where no save is known. */
function whoOf({ Player, Name, PlatformId, Event }: ToldPayload): string {
  const account = [Name, PlatformId].find(isVisible) ?? "a player";
  if (!Player) return bold(account);
  const character = isVisible(Player.CharacterName) ? Player.CharacterName : account;
  const level = `level ${Player.Level}`;
  const isSame = Event === "tribe" || account === character;
  return `${bold(character)} (${isSame ? level : `${plain(account)}, ${level}`})`;
}

function tribesOf(from: ToldTribe | null, to: ToldTribe | null): string {
  if (!from) return to ? `joined the tribe ${tribe(to)}` : "is in no tribe";
  return to ? `went from the tribe ${tribe(from)} to ${tribe(to)}` : `left the tribe ${tribe(from)}`;
}

function tribe({ Id, Name }: ToldTribe): string {
  return bold(isVisible(Name) ? Name : String(Id));
}

const BANS: Readonly<Record<string, (value: boolean | number) => string>> = {
  CommunityBanned: (value) => (value ? "banned by the Steam community" : "no longer banned by the Steam community"),
  AntiCheatBanned: (value) => (value ? "banned by VAC" : "no longer banned by VAC"),
  NumberOfAntiCheatBans: (value) => `VAC bans: ${value}`,
  DaysSinceLastBan: (value) => `days since the last ban: ${value}`,
  NumberOfGameBans: (value) => `game bans: ${value}`,
};

function bansOf({ Changed = [], After = {} }: ToldPayload): string {
  const told = Changed.flatMap((member) => {
    const value = After[member];
    return value === undefined ? [] : [BANS[member]?.(value) ?? ""];
  });
  return told.filter((text) => text !== "").join(", ") || "bans have changed";
}

function bold(name: string): string {
  return `**${plain(name)}**`;
}

const NOTHING_VISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Players also choose names of nothing but invisible characters. */
function isVisible(name: string): boolean {
  return !NOTHING_VISIBLE.test(name);
}

/** Characters that say in which direction the text after them runs, also that of the message. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it is: every mark of Discord's Markdown escaped, one line. */
function plain(name: string): string {
  const short = Array.from(name.replaceAll(DIRECTIONS, "")).slice(0, MAX_NAME_CHARACTERS).join("");
  return short.replaceAll(/[\s\p{Cc}]/gu, " ").replaceAll(/[\\*_~`|<>#@:[\]()-]/g, String.raw`\$&`);
}
