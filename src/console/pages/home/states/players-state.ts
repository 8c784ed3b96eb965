/** What the home page says of the player lookup. */
import type { Server } from "../../../../../clients/typescript/src/players.ts";
import { count, say, texts } from "../../../say.ts";
import { command, page, type Finding, type FirstStep, type ServiceState } from "./service-state.ts";

const T = texts.home.players;
const SIGN_IN = "/console/players/sign-in?to=/console";
const DOCTOR = "/console/players/admin?show=doctor";
const SERVERS = "/console/players/admin?show=servers";
/** As many findings as a card shows; the page of servers shows all. */
const SHOWN = 4;

export interface PlayersFacts {
  /** Undefined where the caller has not signed in. */
  readonly servers: readonly Server[] | undefined;
  readonly isAdmin: boolean;
  /** Whether the demo's key signs in with one click. */
  readonly isDemo: boolean;
}

export function playersState({ servers, isAdmin, isDemo }: PlayersFacts): ServiceState {
  if (!servers) return { sentences: [T.unknown], findings: [], steps: [signInStep(isDemo)] };
  if (servers.length === 0) return { sentences: [T.none], findings: [], steps: isAdmin ? [addServerStep()] : [] };
  const online = servers.reduce((sum, { Players }) => sum + Players, 0);
  return {
    sentences: [
      `${count(servers.length, T.servers)} ${count(online, T.online)}`,
      ...(servers.every(({ Invented }) => Invented) ? [T.invented] : []),
    ],
    findings: findingsOf(servers, isAdmin),
    steps: [],
  };
}

function findingsOf(servers: readonly Server[], isAdmin: boolean): readonly Finding[] {
  const next = isAdmin ? { next: page(DOCTOR, T.doctor) } : {};
  const found = servers.flatMap(({ Name: server, Sources: { Saves, Rcon, Query } }) =>
    (
      [
        [texts.players.live.sources.saves, Saves],
        [texts.players.live.sources.rcon, Rcon],
        [texts.players.live.sources.query, Query],
      ] as const
    ).flatMap(([source, state]) =>
      state?.Ok === false ? [{ tone: "bad" as const, says: say(T.trouble, { server, source, says: state.Says }) }] : [],
    ),
  );
  const shown: Finding[] = found.slice(0, SHOWN).map((finding) => ({ ...finding, ...next }));
  if (found.length <= SHOWN) return shown;
  const more = count(found.length - SHOWN, T.more);
  return [...shown, { tone: "bad", says: more, next: page("/console/players/live", texts.players.live.title) }];
}

function signInStep(isDemo: boolean): FirstStep {
  if (isDemo) return { title: T.signIn, why: T.signInDemo, next: [page(SIGN_IN, texts.states.signIn)] };
  return {
    title: T.signIn,
    why: T.signInWhy,
    next: [command("players key create --name me --scope admin"), page(SIGN_IN, texts.states.signIn)],
  };
}

function addServerStep(): FirstStep {
  return {
    title: T.add,
    why: T.addWhy,
    next: [page(SERVERS, T.addOpen), command("players add-server island --game ase --saves FOLDER")],
  };
}
