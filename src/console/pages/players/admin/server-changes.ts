/** What was entered about a game server, as the lookup takes it. */
import type { AddServerParams, EditServerParams, ServerSetup } from "../../../../../clients/typescript/src/players.ts";
import type { Entered } from "../../../parts/action-form.tsx";

type Edit = EditServerParams["body"];

/** A new server. A source without any value is left out. */
export function newServer(entered: Entered): AddServerParams["body"] {
  const { key = "", name, game, gameLog, chat } = entered;
  const [rcon, query] = [rconIn(entered), queryIn(entered)];
  return {
    Key: key,
    Game: game === "asa" ? "asa" : "ase",
    ...(name === undefined ? {} : { Name: name }),
    ...(rcon === null ? {} : { Rcon: rcon }),
    ...(query === null ? {} : { Query: query }),
    ...(gameLog === undefined ? {} : { GameLog: true }),
    ...(chat === undefined ? {} : { Chat: true }),
  };
}

/** Only what differs from the present set-up. Emptied fields take a member away. */
export function serverChanges(of: ServerSetup, entered: Entered): Edit {
  const { name, poll, gameLog, chat } = entered;
  const [rcon, query] = [rconIn(entered), queryIn(entered)];
  return {
    ...((name ?? "") === of.Name ? {} : { Name: name ?? null }),
    ...(rcon?.Password === undefined && isSamePlace(of.Rcon, rcon) ? {} : { Rcon: rcon }),
    ...(isSamePlace(of.Query, query) ? {} : { Query: query }),
    ...(poll === String(of.PollSeconds) ? {} : { PollSeconds: poll === undefined ? null : Number(poll) }),
    ...((gameLog !== undefined) === of.GameLog ? {} : { GameLog: gameLog !== undefined }),
    ...((chat !== undefined) === of.Chat ? {} : { Chat: chat !== undefined }),
  };
}

interface Place {
  readonly Host?: string;
  readonly Port?: number;
}

function isSamePlace(before: Place | null, after: Place | null): boolean {
  return before?.Host === after?.Host && before?.Port === after?.Port;
}

function rconIn({ rconHost, rconPort, rconPassword }: Entered): NonNullable<Edit["Rcon"]> | null {
  const password = rconPassword === undefined ? {} : { Password: rconPassword };
  return filled({ ...placeIn(rconHost, rconPort), ...password });
}

function queryIn({ queryHost, queryPort }: Entered): NonNullable<Edit["Query"]> | null {
  return filled(placeIn(queryHost, queryPort));
}

function placeIn(host: string | undefined, port: string | undefined): Place {
  return { ...(host === undefined ? {} : { Host: host }), ...(port === undefined ? {} : { Port: Number(port) }) };
}

function filled<Source extends object>(source: Source): Source | null {
  return Object.keys(source).length === 0 ? null : source;
}
