/** Reads the world of a server that keeps its players in it. */
import { counted } from "../../../kit/text/counted.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { orAborted } from "../../../kit/time/or-aborted.ts";
import type { Finding } from "../../cluster/index.ts";
import { readSave, readWorld, SaveError, WorldError, type WorldErrorKind } from "../../saves/index.ts";
import { NEWER_TRIPOD } from "./files-finding.ts";

/** A world that the game was just writing is whole by then. */
const RETRY_MS = 3_000;

/** @throws the signal's reason. */
export async function tryWorld(worldFile: string, clock: Clock, signal: AbortSignal): Promise<Finding> {
  try {
    return await readOnce(worldFile, signal);
  } catch (error) {
    if (!(error instanceof WorldError) || error.kind !== "busy") return findingOf(error);
  }
  await clock.sleep(RETRY_MS, signal);
  return await readOnce(worldFile, signal).catch(findingOf);
}

async function readOnce(worldFile: string, signal: AbortSignal): Promise<Finding> {
  const world = await orAborted(readWorld(worldFile, { store: "read" }), signal);
  if (world.game !== "asa" || !world.hasStore) {
    return {
      ok: false,
      says: "The world save holds no players: this server keeps them in files beside it.",
      doThis: "Take `store: world` out of the cluster's file.",
    };
  }
  const troubles = [...world.profiles, ...world.tribes.map(({ bytes }) => bytes)].flatMap(troubleOf);
  const there = `The world save holds ${counted(world.profiles.length, "player")} and ${counted(world.tribes.length, "tribe")}.`;
  const [first] = troubles;
  if (!first) return { ok: true, says: there };
  const isNewer = troubles.some(({ reason }) => reason === "unknown_version");
  return {
    ok: false,
    says: `${there} ${troubles.length} of them cannot be read: ${first.message}`,
    doThis: isNewer ? NEWER_TRIPOD : "Let the server save once more and try again.",
  };
}

function troubleOf(bytes: Uint8Array): SaveError[] {
  try {
    readSave(bytes);
    return [];
  } catch (error) {
    if (error instanceof SaveError) return [error];
    throw error;
  }
}

function findingOf(error: unknown): Finding {
  if (!(error instanceof WorldError)) throw error;
  return { ok: false, says: error.message, doThis: ADVICE[error.kind] };
}

const ADVICE: Readonly<Record<WorldErrorKind, string>> = {
  busy: "Try again in a moment: the game was writing it.",
  unreadable:
    "See that `saves.folder` and `worldFile` name the world, and that the account that runs Tripod may read it.",
  damaged: "Let the server save once more and try again; if it stays so, put the game's own backup in its place.",
  notWorld: "See that `worldFile` names the world's .ark file.",
  unsupported: NEWER_TRIPOD,
  tooLarge: "See that `worldFile` names the world's .ark file.",
};
