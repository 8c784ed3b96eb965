/**
 * Clients that change a registry at random, on few servers so that they collide. Under its request id they remember
 * what each of them requested and what was acknowledged.
 */
import { isDeepStrictEqual } from "node:util";
import { PATIENCE_MS } from "./wait-until.ts";

const OFFICIAL = "io.modelcontextprotocol.registry/official";

export type Status = "active" | "deprecated" | "deleted";

export interface ServerDocument {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly remotes?: readonly { readonly type: string; readonly url: string }[];
}

/** A client's request. */
export type AskedWrite =
  | {
      readonly kind: "publish" | "edit";
      readonly name: string;
      readonly version: string;
      readonly document: ServerDocument;
    }
  | { readonly kind: "status"; readonly name: string; readonly version: string; readonly wanted: WantedStatus }
  | { readonly kind: "status-all"; readonly name: string; readonly wanted: WantedStatus }
  | { readonly kind: "delete"; readonly name: string; readonly version: string };

export interface WantedStatus {
  readonly status: Status;
  readonly statusMessage?: string;
}

/** Where to write. */
export interface Target {
  readonly url: string;
  readonly token: string;
}

interface Response {
  readonly server: ServerDocument;
  readonly _meta: Readonly<Record<string, { readonly updatedAt: string; readonly status: Status }>>;
}

const NAMES = Array.from({ length: 60 }, (_, number) => `com.example${number % 7}/server-${number}`);
const ODD_VERSIONS = ["2.0.0-rc.1", "2.0.0-rc.11", "2.0.0-rc", "2.0.0+build", "next", "3.3.0.1", "v9", "1.0.0-0"];
const REMOTES = Array.from({ length: 40 }, (_, number) => `https://host${number}.example.com/mcp`);
const STATUSES: readonly Status[] = ["active", "deprecated", "deleted"];

export class RegistryWriters {
  /** Every write that was ever sent, by request id. */
  readonly asked = new Map<string, AskedWrite>();
  readonly acknowledged = new Set<string>();
  /** Acknowledged writes that the process which acknowledged them did not show at once. */
  readonly unseen: string[] = [];
  /** How often each status was answered; 0 means no answer. */
  readonly answers = new Map<number, number>();
  readonly #run: string;
  readonly #random: () => number;
  readonly #published: { readonly name: string; readonly version: string }[] = [];
  readonly #waiting = new Set<() => void>();
  #stopping = false;
  #clients: Promise<void>[] = [];

  constructor(seed: number) {
    this.#run = seed.toString(36);
    this.#random = mulberry32(seed);
  }

  /** Lets more clients write to a registry, until `stop`, or until it no longer answers. */
  start(target: Target, clients: number): void {
    this.#stopping = false;
    for (let client = 0; client < clients; client++) this.#clients.push(this.#write(target));
  }

  /** Resolves when this many writes in all have been acknowledged, or when every client has given up. */
  async until(acknowledged: number): Promise<void> {
    const ended = Promise.all(this.#clients).then(() => "ended");
    while (this.acknowledged.size < acknowledged) {
      const next = new Promise<void>((resolve) => this.#waiting.add(resolve));
      if ((await Promise.race([next, ended])) === "ended") return;
    }
  }

  /** Resolves when every client has had its last answer. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#clients.splice(0));
  }

  async #write(target: Target): Promise<void> {
    while (!this.#stopping) {
      const write = this.#choose();
      const requestId = `w-${this.#run}-${this.asked.size.toString().padStart(8, "0")}`;
      this.asked.set(requestId, write);
      const answer = await send(target, requestId, write);
      this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
      if (answer.status === 0) return;
      if (answer.status !== 200) continue;
      this.acknowledged.add(requestId);
      if (write.kind === "publish") this.#published.push(write);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
      const unseen = await unseenIn(target, write, answer.json);
      if (unseen !== undefined) this.unseen.push(`${requestId}: ${unseen}`);
    }
  }

  #choose(): AskedWrite {
    const dice = this.#random();
    const isNew = dice < 0.35 || this.#published.length === 0;
    // Now and then one that is there already, or that is not there to be changed.
    const isBlind = this.#random() < 0.1;
    const { name, version } =
      isNew === isBlind && this.#published.length > 0
        ? this.#oneOf(this.#published)
        : { name: this.#oneOf(NAMES), version: this.#chooseVersion() };
    if (isNew || dice < 0.65) {
      const remotes = this.#random() < 0.15 ? [{ type: "streamable-http", url: this.#oneOf(REMOTES) }] : undefined;
      const description = `Write ${this.asked.size}: “${this.#random()}”`;
      const document = { name, description, version, ...(remotes ? { remotes } : {}) };
      return { kind: isNew ? "publish" : "edit", name, version, document };
    }
    if (dice < 0.72) return { kind: "delete", name, version };
    const status = this.#oneOf(STATUSES);
    const hasMessage = status !== "active" && this.#random() < 0.5;
    const wanted = { status, ...(hasMessage ? { statusMessage: `Because of ${this.#random()}` } : {}) };
    return dice < 0.95 ? { kind: "status", name, version, wanted } : { kind: "status-all", name, wanted };
  }

  #chooseVersion(): string {
    if (this.#random() < 0.2) return this.#oneOf(ODD_VERSIONS);
    return [2, 12, 12].map((below) => Math.floor(this.#random() * below)).join(".");
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}

/** The path of a server's version, or of the server alone. */
export function pathOf(name: string, version?: string): string {
  const server = `/v0.1/servers/${encodeURIComponent(name)}`;
  return version === undefined ? server : `${server}/versions/${encodeURIComponent(version)}`;
}

async function send(target: Target, requestId: string, write: AskedWrite) {
  switch (write.kind) {
    case "publish":
      return request(target, requestId, "POST", "/v0.1/publish", write.document);
    case "edit":
      return request(target, requestId, "PUT", pathOf(write.name, write.version), write.document);
    case "status":
      return request(target, requestId, "PATCH", `${pathOf(write.name, write.version)}/status`, write.wanted);
    case "status-all":
      return request(target, requestId, "PATCH", `${pathOf(write.name)}/status`, write.wanted);
    case "delete":
      return request(target, requestId, "DELETE", pathOf(write.name, write.version));
  }
}

async function request({ url, token }: Target, requestId: string, method: string, path: string, body?: object) {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "x-request-id": requestId,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // An answer is one when the last byte of it has come.
    const json: unknown = await response.json();
    return { status: response.status, json };
  } catch {
    return { status: 0, json: undefined };
  }
}

/** The problem when a process does not show what it has just acknowledged; later changes by others are as good. */
async function unseenIn(target: Target, write: AskedWrite, answered: unknown): Promise<string | undefined> {
  const path = write.kind === "status-all" ? `${pathOf(write.name)}/versions` : pathOf(write.name, write.version);
  const read = await request(target, "read-your-write", "GET", `${path}?include_deleted=true`);
  if (read.status === 0) return undefined;
  const shown = read.status === 200 ? listed(read.json) : [];
  for (const wanted of listed(answered)) {
    const found = shown.find(({ server }) => server.version === wanted.server.version);
    const [is, was] = [found?._meta[OFFICIAL], wanted._meta[OFFICIAL]];
    if (!found || !is || !was || is.updatedAt < was.updatedAt) {
      return `${write.kind} of ${write.name} ${wanted.server.version} is not shown after it (${read.status})`;
    }
    const differs = is.status !== was.status || !isDeepStrictEqual(found.server, wanted.server);
    if (is.updatedAt === was.updatedAt && differs) return `${write.kind} of ${write.name} is shown differently`;
  }
  return undefined;
}

function listed(json: unknown): readonly Response[] {
  return (json as { servers?: readonly Response[] }).servers ?? [json as Response];
}

/** Numbers in [0, 1) that follow from the seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
