/** `tripod registry import`. */
import { SingleBar } from "cli-progress";
import { readSmallFile } from "../../kit/config/config-file.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { outbound, type Outbound } from "../../kit/outbound/outbound.ts";
import { proxyRules } from "../../kit/outbound/proxy-rules.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { environmentAtHand, readConfiguration } from "../configuration.ts";
import { stopSignal } from "../stop-signal.ts";
import { withRegistry } from "./with-registry.ts";

/** Problems are listed one by one up to this many; the count at the end holds them all. */
const MAX_LISTED = 1_000;

export interface ImportOptions {
  readonly as: "mirror" | "local";
  readonly tokenFile?: string;
  readonly allowProblems: boolean;
}

export async function importFrom(target: string, options: ImportOptions): Promise<void> {
  const signal = stopSignal("Stopped. What was imported stays; run it again to go on.");
  // A name that was mistyped must not begin an installation.
  const source = await beginSource(target, options, signal);
  const { imported, unchanged, skipped, problems } = await importAll(source, target, options, signal);
  process.stdout.write(
    `${imported} versions imported, ${unchanged} were there already, ${skipped} left alone, ${problems} problems\n`,
  );
  if (problems > 0 && !options.allowProblems) {
    throw new UserError(
      `${problems} ${problems === 1 ? "entry" : "entries"} could not be imported, for the reasons above; the others are in. ` +
        "With --allow-problems this is not a failure.",
    );
  }
}

async function importAll(source: BegunSource, target: string, options: ImportOptions, signal: AbortSignal) {
  const { importServers } = await import("../../registry/sync/index.ts");
  try {
    return await withRegistry(
      async ({ deps, sync }, { clock, ids }) => {
        const bar = new SingleBar({
          format: "{value} versions read, {imported} imported, {problems} problems, {duration_formatted}",
          stream: process.stderr,
          noTTYOutput: false,
          clearOnComplete: true,
        });
        bar.start(0, 0, { imported: 0, problems: 0 });
        let listed = 0;
        try {
          return await importServers({ servers: deps.servers, clock, ids }, source.items, {
            as: options.as,
            originName: sync.config.syncOriginName,
            ordered: source.ordered,
            author: { method: "cli", subject: `import ${target}`.slice(0, 200) },
            signal,
            onProblem({ kind, name, version, reason }) {
              if (++listed > MAX_LISTED) return;
              bar.stop();
              process.stderr.write(`${kind}: ${name ?? "(no name)"} ${version ?? ""}: ${reason}\n`);
            },
            onProgress({ imported, unchanged, skipped, problems }) {
              bar.update(imported + unchanged + skipped, { imported, problems });
            },
          });
        } finally {
          bar.stop();
        }
        // A dump may be what a new registry begins with.
      },
      { mayBegin: true, signal },
    );
  } finally {
    await source.close();
  }
}

interface BegunSource {
  readonly items: AsyncIterable<unknown>;
  readonly ordered: boolean;
  readonly close: () => Promise<void>;
}

/**
 * Opens the source and reads its first entry, which needs no installation.
 *
 * @throws UserError when it cannot be read
 */
async function beginSource(target: string, { tokenFile }: ImportOptions, signal: AbortSignal): Promise<BegunSource> {
  const { accessByToken, accessOf, checkSource, openSource, operatorHost } =
    await import("../../registry/sync/index.ts");
  const { registrySettings } = await import("../../registry/config.ts");
  const token = tokenFile === undefined ? undefined : readToken(tokenFile, target);
  await checkSource(target);
  const { shared, registry } = readConfiguration({ registry: registrySettings }).config;
  const [clock, random] = [systemClock(), systemRandom()];
  const guardOf = (allowed: readonly string[], urls: readonly string[]): Outbound =>
    outbound({
      // The operator has named the addresses, so they may be private.
      allowPrivate: [...allowed, ...urls.flatMap(operatorHost)],
      userAgent: "Tripod-Registry/1.0",
      clock,
      proxied: { rules: proxyRules(environmentAtHand()), urls },
    });
  const guard = guardOf([], [target]);
  const issuer = guardOf(shared.allowPrivateOutbound, [registry.syncUrl, registry.syncOidcIssuer]);
  let iterator: AsyncIterator<unknown> | undefined;
  const close = async (): Promise<void> => {
    await iterator?.return?.();
    await Promise.all([guard.close(), issuer.close()]);
  };
  try {
    // The credentials of the settings are for the upstream's own origin: another source does not receive them.
    const access = token === undefined ? accessOf({ outbound: issuer, clock }, registry) : accessByToken(target, token);
    const source = await openSource({ outbound: guard, clock, random, access }, target, signal);
    iterator = source.items[Symbol.asyncIterator]();
    const first = await iterator.next();
    // The next entry is read when the installation is there, which may take a minute.
    await source.pause?.();
    return { items: resume(first, iterator), ordered: source.ordered, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What began with `first`. */
async function* resume(first: IteratorResult<unknown>, rest: AsyncIterator<unknown>): AsyncGenerator {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
}

const MAX_TOKEN_BYTES = 16_384;

/** @throws UserError when there is none, or it is not for a URL. */
function readToken(file: string, target: string): string {
  if (!URL.canParse(target)) throw new UserError("--token-file is for a source that is a URL.");
  const token = readSmallFile(file, MAX_TOKEN_BYTES, "The token's file").trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UserError(`The file ${file} does not hold a token in one line.`);
  return token;
}
