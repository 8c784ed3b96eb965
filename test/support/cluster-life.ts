/**
 * The life of a small cluster, step by step: players come, go and play at random, worlds are saved in turn, and the
 * script makes one thing after another go wrong. A plain model receives what happened, never what was read of it.
 */
import type { Instant } from "../../src/kit/time/instant.ts";
import { comeOrGo, playOn } from "../../src/players/demo/game/life.ts";
import type { Survivor } from "../../src/players/demo/game/survivor.ts";
import { savedWorld } from "../../src/players/demo/game/saved-world.ts";
import type { SimulatedServer } from "../../src/players/demo/simulated-server.ts";
import type { ArkCluster } from "./ark-cluster.ts";
import { LifeModel } from "./life-model.ts";
import type { LifeSubject } from "./life-view.ts";

/** Worlds are saved every so many steps, one after another. */
const STEPS_PER_SAVE = 3;

export interface ClusterLifeOptions {
  readonly stepMs?: number;
  /** Given the model, and how often it was called before. */
  readonly check: (model: LifeModel, turn: number) => Promise<void>;
}

export class ClusterLife {
  readonly ark: ArkCluster;
  readonly subject: LifeSubject;
  readonly model = new LifeModel();
  readonly stepMs: number;
  /** Compares what is shown with the model. Called after every step, and while something is wrong. */
  readonly check: () => Promise<void>;
  /** The events so far, in the words of the script. */
  readonly happened = new Set<string>();
  /** Players moved by the script alone. */
  readonly directed = new Set<bigint>();
  /** Players who have come or gone in this step: once is enough, for lists cannot show more. */
  #moved = new Set<bigint>();
  #steps = 0;
  #checks = 0;

  /** The subject has not been started, and its time is the cluster's. */
  constructor(ark: ArkCluster, subject: LifeSubject, { stepMs = 300_000, check }: ClusterLifeOptions) {
    this.ark = ark;
    this.subject = subject;
    this.stepMs = stepMs;
    this.check = () => check(this.model, this.#checks++);
    for (const server of ark.servers) {
      const { key } = server.plan;
      this.model.saved(key, { written: savedWorld(ark.world, key), removed: [] }, this.now());
      for (const { platformId } of ark.world.online(key)) this.model.joined(platformId, key, this.now());
    }
  }

  now(): Instant {
    return this.ark.clock.now();
  }

  get open(): readonly string[] {
    return this.ark.servers.filter((server) => server.isUp()).map(({ plan }) => plan.key);
  }

  /** One step: the script's events, the random ones, the saves that are due; then time passes. */
  async step(act: () => Promise<void> = async () => undefined): Promise<void> {
    await act();
    await this.goOn();
    await this.subject.pass(this.stepMs);
    this.tellNames();
    this.#moved = new Set();
  }

  /** The automatic events of one moment. */
  async goOn(): Promise<void> {
    const { world, dice, recruits } = this.ark;
    for (let turn = dice.between(0, 3); turn > 0; turn--) {
      const still = new Set([...this.directed, ...this.#moved]);
      this.#watched(() => comeOrGo(world, dice, this.now(), { open: this.open, recruits, still }));
    }
    for (let turn = dice.between(0, 5); turn > 0; turn--) playOn(world, dice, this.now(), { open: this.open });
    for (const server of this.#running()) {
      this.model.saved(server.plan.key, await server.saveTravellers(), this.now());
    }
    this.#steps++;
    for (const [index, server] of this.ark.servers.entries()) {
      if (server.isUp() && (this.#steps + index) % STEPS_PER_SAVE === 0) await this.save(server);
    }
  }

  async save(server: SimulatedServer): Promise<void> {
    this.model.saved(server.plan.key, await server.save(), this.now());
  }

  join(id: bigint): void {
    this.#watched(() => {
      this.ark.world.join(id, this.now());
      return id;
    });
  }

  leave(id: bigint): void {
    this.#watched(() => {
      this.ark.world.leave(id, this.now());
      return id;
    });
  }

  /** Tells the model who is thrown out, and of the save in progress if there was one. */
  async takeDown(server: SimulatedServer, work: () => Promise<void>): Promise<void> {
    const thrown = this.ark.world.online(server.plan.key);
    await work();
    for (const { platformId } of thrown) this.model.left(platformId, this.now());
  }

  /** Lists have shown the names of the players who are online now. */
  tellNames(): void {
    for (const { plan } of this.#running()) {
      for (const { platformId, platformName } of this.ark.world.online(plan.key)) {
        this.model.listed(plan.key, platformId, platformName);
      }
    }
  }

  darken(...keys: readonly string[]): void {
    for (const key of keys) this.model.darkened(key, this.now());
  }

  lighten(...keys: readonly string[]): void {
    for (const key of keys) {
      const accounts = this.ark.world.online(key).map(({ platformId }) => platformId);
      this.model.lit(key, accounts, this.now());
    }
  }

  #running(): readonly SimulatedServer[] {
    return this.ark.servers.filter((server) => server.isUp());
  }

  /** Does something that may move one survivor, and tells the model. */
  #watched(work: () => bigint | undefined): void {
    const before = new Map(this.ark.world.survivors().map((survivor) => [survivor.id, survivor]));
    const id = work();
    if (id === undefined) return;
    this.#moved.add(id);
    const then = before.get(id);
    const now = this.ark.world.survivor(id);
    const moved = isOnline(then) && isOnline(now) && then?.server !== now.server;
    if (isOnline(then) && (moved || !isOnline(now))) this.model.left(now.platformId, this.now());
    if (isOnline(now) && (moved || !isOnline(then))) this.model.joined(now.platformId, now.server, this.now());
    if (moved) this.happened.add("a player travelled");
    else if (!then) this.happened.add("a player came for the first time");
    else this.happened.add(isOnline(now) ? "a player joined" : "a player left");
  }
}

function isOnline(survivor: Survivor | undefined): boolean {
  return survivor?.joinedAt !== undefined;
}
