/** The cluster's file as admins see and change it over HTTP. */
import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf } from "../../kit/errors/code-of.ts";
import { invariant } from "../../kit/errors/invariant.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import type { Problem } from "../../kit/config/yaml-tree.ts";
import { remembered } from "../../kit/time/remembered.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { refuseMistakes } from "../../kit/errors/refuse-mistakes.ts";
import { addServer, type NewServer } from "./add-server.ts";
import { loadClusterFile, readPresentFile, replaceClusterFile } from "./cluster-file.ts";
import type { Cluster, GameServer } from "./core/cluster.ts";
import type { DoctorReport } from "./core/doctor-report.ts";
import { examineCluster, type DoctorProbes } from "./doctor.ts";
import { editServer, removeServer, type EditedServers, type ServerChange } from "./edit-server.ts";
import { CLUSTER_REASONS, clusterErrors } from "./errors.ts";
import { readClusterFile } from "./read-cluster-file.ts";

export interface ManagedClusterDeps {
  /** The setting `clusterFile`. */
  readonly file: string;
  /** Names of settings, which may be in the same section. */
  readonly otherMembers: readonly string[];
  /** Whether this process reads game servers, so that the file is here. */
  readonly readsServers: boolean;
  /** Whether the operator lets admins change servers over HTTP. */
  readonly mayChange: boolean;
  readonly tended: {
    /** The cluster that this process reads now; undefined for none. */
    current(): Cluster | undefined;
    /** Looks at the file at once. */
    reload(): Promise<void>;
  };
  /** Runs while no other process changes the file; undefined, and nothing is run, where one does. */
  alone<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  readonly probes: DoctorProbes;
  readonly clock: Clock;
}

export interface ManagedCluster {
  /** Undefined without a file. @throws cluster.notHere (409) */
  read(): Cluster | undefined;
  /** Why nothing can be changed here; undefined where it can. */
  whyFixed(): Promise<string | undefined>;
  /** Tries all sources, once at a time: callers at the same time get one report. @throws as `read` */
  examine(): Promise<DoctorReport | undefined>;
  /** The server as the file has it then. @throws an error of `clusterErrors`; the file is as it was. */
  add(server: NewServer, record: Recorded): Promise<GameServer>;
  edit(key: string, change: ServerChange, record: Recorded): Promise<GameServer>;
  remove(key: string, record: Recorded): Promise<void>;
}

/** Notes a change together with `write`, which makes it. */
export type Recorded = (write: () => Promise<void>) => Promise<void>;

/** Shorter than a caller waits for an answer. */
const DOCTOR_LIMIT_MS = 20_000;
const MAX_PROBLEMS = 5;
/** The right of all users of the machine to read a file. */
const OTHERS_READ = 0o004;

export function managedCluster(deps: ManagedClusterDeps): ManagedCluster {
  const { otherMembers, clock } = deps;
  const examine = remembered(clock, 0, async () => {
    const cluster = readCluster(deps);
    return cluster && examineCluster({ cluster, probes: bounded(deps.probes), clock, limitMs: DOCTOR_LIMIT_MS });
  });
  return {
    read: () => readCluster(deps),
    whyFixed: () => whyFixed(deps),
    examine,
    add: (server, record) =>
      changeFile(deps, {
        key: server.key,
        hasPassword: server.rcon?.password !== undefined,
        edit: (text) => addServer(text, server, { otherMembers }),
        record,
      }).then((cluster) => findServer(cluster, server.key)),
    edit: (key, change, record) =>
      changeFile(deps, {
        key,
        hasPassword: change.rcon?.password !== undefined,
        edit: (text) => editServer(text, key, change, { otherMembers }),
        record,
      }).then((cluster) => findServer(cluster, key)),
    async remove(key, record) {
      const edit = (text: string): EditedServers => removeServer(text, key, { otherMembers });
      await changeFile(deps, { key, hasPassword: false, edit, record });
    },
  };
}

function readCluster({ file, otherMembers, readsServers, tended }: ManagedClusterDeps): Cluster | undefined {
  if (!readsServers) throw clusterErrors.notHere({ reason: CLUSTER_REASONS.elsewhere });
  const current = tended.current();
  if (current?.isInvented === true) return current;
  try {
    return existsSync(file) ? loadClusterFile(file, { otherMembers }) : undefined;
  } catch (error) {
    throw error instanceof UserError ? clusterErrors.notHere({ reason: error.message }) : error;
  }
}

/** Without signs of progress, so that a large folder cannot make a request endless. */
function bounded(probes: DoctorProbes): DoctorProbes {
  return { ...probes, savesFolder: (server, signal) => probes.savesFolder(server, signal, () => undefined) };
}

function findServer({ servers }: Cluster, key: string): GameServer {
  const server = servers.find((each) => each.key === key);
  invariant(server, "a server that was added or changed is in the file");
  return server;
}

async function whyFixed({ file, readsServers, mayChange, tended }: ManagedClusterDeps): Promise<string | undefined> {
  if (!mayChange) return CLUSTER_REASONS.off;
  if (!readsServers) return CLUSTER_REASONS.elsewhere;
  if (tended.current()?.isInvented === true) return CLUSTER_REASONS.invented;
  try {
    await access(dirname((await readPresentFile(file))?.path ?? resolve(file)), constants.W_OK);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    return `The folder of the cluster's file ${file} cannot be written (${codeOf(error) ?? "unknown error"}).`;
  }
}

interface FileChange {
  readonly key: string;
  readonly hasPassword: boolean;
  readonly edit: (text: string) => EditedServers;
  readonly record: Recorded;
}

/** Answers the cluster as the changed file describes it. */
async function changeFile(deps: ManagedClusterDeps, change: FileChange): Promise<Cluster> {
  const cluster = await refuseMistakes(clusterErrors.fixed, () => deps.alone(() => replaceText(deps, change)));
  if (!cluster) throw clusterErrors.fixed({ reason: CLUSTER_REASONS.busy });
  await deps.tended.reload();
  return cluster;
}

async function replaceText(deps: ManagedClusterDeps, { key, hasPassword, edit, record }: FileChange): Promise<Cluster> {
  const { file, otherMembers } = deps;
  const why = await whyFixed(deps);
  if (why !== undefined) throw clusterErrors.fixed({ reason: why });
  const present = await readPresentFile(file);
  const text = textOf(edit(present?.text ?? ""), key);
  const isOpen = process.platform !== "win32" && ((present?.mode ?? 0) & OTHERS_READ) !== 0;
  if (hasPassword && isOpen) throw clusterErrors.fixed({ reason: CLUSTER_REASONS.readableByOthers });
  await record(() => replaceClusterFile(file, present, text));
  const read = readClusterFile(text, { otherMembers, baseFolder: dirname(resolve(file)) });
  invariant("cluster" in read, "a text without problems describes a cluster");
  return read.cluster;
}

function textOf(edited: EditedServers, key: string): string {
  if ("text" in edited) return edited.text;
  switch (edited.refused) {
    case "unknown":
      throw clusterErrors.notFound({ key });
    case "password":
      throw clusterErrors.passwordNeeded();
    case "file":
      throw clusterErrors.fixed({ reason: `The cluster's file has problems: ${sentenceOf(edited.problems)}` });
    case "server":
      throw clusterErrors.invalid({ reason: sentenceOf(edited.problems) });
  }
}

/** Without lines: they are those of a text that the caller does not see. */
function sentenceOf(problems: readonly Problem[]): string {
  const texts = problems.slice(0, MAX_PROBLEMS).map(({ path, says }) => (path === "" ? says : `${path} ${says}`));
  return `${texts.join("; ")}.`;
}
