/** `tripod registry import`. */
import { SingleBar } from "cli-progress";
import { readSmallFile } from "../../kit/config/config-file.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { outbound } from "../../kit/outbound/outbound.ts";
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
  const { accessByToken, checkSource, importServers, openSource, operatorHost } =
    await import("../../registry/sync/index.ts");
  const token = options.tokenFile === undefined ? undefined : readToken(options.tokenFile, target);
  // A name that was mistyped must not begin an installation.
  await checkSource(target);
  const signal = stopSignal("Stopped. What was imported stays; run it again to go on.");

  const counts = await withRegistry(
    async ({ deps, sync }, { clock, ids, random, proxyRules }) => {
      // The operator has named the address, so it may be private.
      const guard = outbound({
        allowPrivate: operatorHost(target),
        userAgent: "Tripod-Registry/1.0",
        clock,
        proxied: { rules: proxyRules, urls: [target] },
      });
      const bar = new SingleBar({
        format: "{value} versions read, {imported} imported, {problems} problems, {duration_formatted}",
        stream: process.stderr,
        noTTYOutput: false,
        clearOnComplete: true,
      });
      bar.start(0, 0, { imported: 0, problems: 0 });
      // The credentials of the settings are for the upstream's own origin: another source does not receive them.
      const access = token === undefined ? sync.access : accessByToken(target, token);
      let listed = 0;
      try {
        const source = await openSource({ outbound: guard, clock, random, access }, target, signal);
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
        await guard.close();
      }
      // A dump may be what a new registry begins with.
    },
    { mayBegin: true, signal },
  );
  const { imported, unchanged, skipped, problems } = counts;
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

const MAX_TOKEN_BYTES = 16_384;

/** @throws UserError when there is none, or it is not for a URL. */
function readToken(file: string, target: string): string {
  if (!URL.canParse(target)) throw new UserError("--token-file is for a source that is a URL.");
  const token = readSmallFile(file, MAX_TOKEN_BYTES, "The token's file").trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UserError(`The file ${file} does not hold a token in one line.`);
  return token;
}
