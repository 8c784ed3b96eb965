/**
 * Whether the packages of a server name that server. Without this, anyone could publish a server that runs another
 * person's package under a trusted name. It asks over the network and is slow: it must be done before a transaction.
 */
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import type { Outbound } from "../../../kit/outbound/outbound.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { orAborted } from "../../../kit/time/or-aborted.ts";
import { CheckEnded, registryCall, type OwnershipChecker, type OwnershipLog, type RegistryCall } from "./call.ts";
import { cargoChecker } from "./cargo.ts";
import type { OwnershipVerdict, PackageToCheck } from "./core/package.ts";
import { mcpbChecker } from "./mcpb.ts";
import { npmChecker } from "./npm.ts";
import { nugetChecker } from "./nuget.ts";
import { ociChecker } from "./oci.ts";
import { readPlaces, type Places } from "./places.ts";
import { pypiChecker } from "./pypi.ts";
import type { OwnershipSettings } from "./settings.ts";

/** `passed`: one verdict per package, each owned or skipped. Otherwise the package that prevents it, and why. */
export type OwnershipOutcome =
  | { readonly kind: "passed"; readonly verdicts: readonly OwnershipVerdict[] }
  | {
      readonly kind: "refused" | "unavailable";
      readonly index: number;
      readonly identifier: string;
      readonly why: string;
    };

export interface PackageOwnership {
  /**
   * Checks all packages at once. A refusal is answered before an unavailable registry, the lower index before the
   * higher. Rejects with the signal's reason when it is aborted; the checks then go on for other callers that wait for
   * them.
   */
  checkAll(packages: readonly PackageToCheck[], serverName: string, signal?: AbortSignal): Promise<OwnershipOutcome>;
  /** Ends every check in progress: it is then unavailable. Does not close the guard. */
  close(): void;
}

export interface PackageOwnershipParts {
  /** A guard of these checks' own: its `allowPrivate` holds `trustedHosts(settings)`. */
  readonly outbound: Outbound;
  readonly settings: OwnershipSettings;
  readonly clock: Clock;
  readonly log?: OwnershipLog | undefined;
}

/** How many checks are in progress at once in this process, and how many may wait for their turn. */
const MAX_CHECKS = 16;
const MAX_WAITING = 500;

/** A server with more packages is a mistake: real ones have up to seven. */
const MAX_PACKAGES = 100;

/** A check makes up to six requests, which seldom are slow all of them. */
const CHECK_TIMEOUT_FACTOR = 3;

/** Together they bound what the verdicts take: what is longer than any identifier that could pass is not kept. */
const MAX_KEPT_VERDICTS = 10_000;
const MAX_KEY_CHARACTERS = 4096;

/** Short, since a publisher mends a package and tries again; long enough for a loop that does not. */
const OTHER_VERDICT_KEPT_MS = 3000;

const SHUTTING_DOWN = "this server is shutting down.";

export function packageOwnership({ outbound, settings, clock, log }: PackageOwnershipParts): PackageOwnership {
  const call = registryCall(outbound, settings.ownershipTimeoutMs, log);
  const checkers = makeCheckers(call, readPlaces(settings), clock);
  const queue = new PQueue({ concurrency: MAX_CHECKS });
  const underWay = new Map<string, Promise<OwnershipVerdict>>();
  const running = new Set<AbortController>();
  let closed = false;
  const kept = new LRUCache<string, OwnershipVerdict>({
    max: MAX_KEPT_VERDICTS,
    ttl: OTHER_VERDICT_KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => toMillis(clock.now()) },
  });

  async function bounded(
    checker: OwnershipChecker,
    pkg: PackageToCheck,
    serverName: string,
  ): Promise<OwnershipVerdict> {
    if (closed) return { kind: "unavailable", why: SHUTTING_DOWN };
    const stop = new AbortController();
    const finished = new AbortController();
    running.add(stop);
    void clock.sleep(settings.ownershipTimeoutMs * CHECK_TIMEOUT_FACTOR, finished.signal).then(
      () => stop.abort(new CheckEnded("unavailable", "the check took too long. Try again later.")),
      () => undefined,
    );
    try {
      return await checker.check(pkg, serverName, stop.signal);
    } finally {
      finished.abort();
      running.delete(stop);
    }
  }

  async function check(pkg: PackageToCheck, serverName: string): Promise<OwnershipVerdict> {
    const checker = checkers.get(pkg.registryType);
    if (!checker) return { kind: "refused", why: `unsupported registry type: ${pkg.registryType}` };
    const { registryType, registryBaseUrl, identifier, version, fileSha256 } = pkg;
    const key = JSON.stringify([registryType, registryBaseUrl, identifier, version, fileSha256, serverName]);
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    if (queue.size >= MAX_WAITING) {
      return { kind: "unavailable", why: "too many packages are being checked now. Try again in a minute." };
    }
    const run = queue
      .add(() => bounded(checker, pkg, serverName))
      .then((verdict) => {
        const ownedForMs = settings.ownershipCacheMinutes * 60_000;
        const ttl = verdict.kind === "owned" ? ownedForMs : OTHER_VERDICT_KEPT_MS;
        // lru-cache takes 0 for "for ever".
        const keep = verdict.kind !== "unavailable" && ttl > 0 && key.length <= MAX_KEY_CHARACTERS;
        if (keep) kept.set(key, verdict, { ttl });
        return verdict;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, run);
    return run;
  }

  return {
    async checkAll(packages, serverName, signal) {
      signal?.throwIfAborted();
      if (!settings.ownershipChecks) {
        const skipped = { kind: "skipped", why: "ownership checks are switched off" } as const;
        return { kind: "passed", verdicts: packages.map(() => skipped) };
      }
      const tooMany = packages[MAX_PACKAGES];
      if (tooMany) return inTheWay("refused", tooMany, MAX_PACKAGES, `a server has at most ${MAX_PACKAGES} packages`);
      const all = Promise.all(packages.map((pkg) => check(pkg, serverName)));
      return decide(packages, await (signal ? orAborted(all, signal) : all));
    },
    close() {
      closed = true;
      for (const stop of running) stop.abort(new CheckEnded("unavailable", SHUTTING_DOWN));
    },
  };
}

function makeCheckers(call: RegistryCall, places: Places, clock: Clock): ReadonlyMap<string, OwnershipChecker> {
  return new Map([
    ["npm", npmChecker(call, places.npm)],
    ["pypi", pypiChecker(call, places.pypi)],
    ["nuget", nugetChecker(call, places.nuget, clock)],
    ["oci", ociChecker(call, places.oci)],
    ["mcpb", mcpbChecker(call, places.mcpb)],
    ["cargo", cargoChecker(call, places.cargo)],
  ]);
}

function decide(packages: readonly PackageToCheck[], verdicts: readonly OwnershipVerdict[]): OwnershipOutcome {
  for (const kind of ["refused", "unavailable"] as const) {
    for (const [index, pkg] of packages.entries()) {
      const verdict = verdicts[index];
      if (verdict?.kind === kind) return inTheWay(kind, pkg, index, verdict.why);
    }
  }
  return { kind: "passed", verdicts };
}

function inTheWay(
  kind: "refused" | "unavailable",
  { identifier }: PackageToCheck,
  index: number,
  why: string,
): OwnershipOutcome {
  return { kind, index, identifier, why };
}
