/** Reads the saves of one server, and reports how that goes. */
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { SavesSource } from "../cluster/index.ts";
import { serverLeaseName } from "../presence/index.ts";
import { runSaveSource, type SaveSourceOptions, type SaveSourceStatus, type SaveStore } from "../saves/index.ts";
import { savesWord } from "./core/saves-word.ts";
import type { TendedPart, Tending } from "./tending.ts";

export interface SavesPart extends TendedPart {
  /** Resolves when it was stopped; rejects with LeaseLost, and when storage cannot answer what it has. */
  readonly ended: Promise<void>;
}

/** How often folders are looked at, and how patiently. */
export type WatchTimes = NonNullable<SaveSourceOptions["watch"]>;

export interface SavesStorage {
  readonly store: SaveStore;
  readonly watch: WatchTimes | undefined;
}

/** Starts to read. */
export function readSaves(
  tending: Tending,
  saves: SavesSource,
  { store, watch }: SavesStorage,
  fence: number,
): SavesPart {
  const { server, signal, clock, log } = tending;
  const stopping = new AbortController();
  const running = runSaveSource({
    server: server.key,
    saves,
    fence,
    store,
    clock,
    log,
    signal: AbortSignal.any([signal, stopping.signal]),
    onStatus: (status) => note(tending, status),
    ...(watch ? { watch } : {}),
  });
  const ended = running.then((end) => {
    if (end === "leaseLost") throw new LeaseLost(`the lease "${serverLeaseName(server.key)}" was lost`);
  });
  return {
    ended,
    async stop() {
      stopping.abort(new Error("it was stopped"));
      await ended.catch(() => undefined);
    },
  };
}

function note({ state, reports, clock }: Tending, status: SaveSourceStatus): void {
  const { folder, world } = status;
  if (status.state === "starting") return;
  const { unknownVersions, brokenFiles, refusedSince } = folder;
  const held = world.held;
  state.saves = {
    profiles: held?.players ?? folder.profiles,
    tribes: held?.tribes ?? folder.tribes,
    broken: held ? held.broken : folder.broken,
    unknownVersions,
  };
  if (status.state === "ok" || status.state === "partlyBroken") state.savesReadAt = clock.now();
  const word = savesWord({
    state: status.state,
    sentence: status.sentence,
    brokenFiles,
    unknownVersions,
    refusedSince,
  });
  // The watch itself logs changes.
  reports.tell("saves", word, { isLogged: false });
}
