/** Determines what an operator means by the source of an import. */
import { constants, createReadStream } from "node:fs";
import { access, stat } from "node:fs/promises";
import { codeOf } from "../../../kit/errors/code-of.ts";
import { UserError } from "../../../kit/errors/user-error.ts";
import { OutboundError } from "../../../kit/outbound/error.ts";
import type { OutboundAnswer } from "../../../kit/outbound/outbound.ts";
import { FileChunks } from "./file-chunks.ts";
import { MAX_WHOLE_BYTES, readItems } from "./read-items.ts";
import { UpstreamError } from "./upstream-error.ts";
import { requestAllowed, walkRegistry, type Walk, type WalkDeps } from "./walk-registry.ts";

export interface Source {
  readonly items: AsyncIterable<unknown>;
  /** See `ImportOptions.ordered`. */
  readonly ordered: boolean;
  /** Closes a file until the next entry is read. Other sources have nothing to close. */
  readonly pause?: () => Promise<void>;
}

const URL_START = /^https?:\/\//i;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * `target` is the path of a file, the URL of a file (its path ends in `.json`, `.ndjson`, `.jsonl` or `/export`), or
 * the base URL of a live registry. For forms of files see `readItems`. URLs may lead wherever the guard of `deps`
 * allows.
 *
 * @throws UserError when the file does not exist. When it cannot be read, or changes before its end, the items throw one.
 */
export async function openSource(deps: WalkDeps, target: string, signal?: AbortSignal): Promise<Source> {
  await checkSource(target);
  if (!URL_START.test(target) && (await isRegular(target))) {
    const chunks = new FileChunks(target, signal);
    return { items: readItems(chunks), ordered: false, pause: () => chunks.close() };
  }
  // What comes through a pipe comes once.
  if (!URL_START.test(target)) {
    return { items: readItems(createReadStream(target, { signal, highWaterMark: 256 * 1024 })), ordered: false };
  }
  if (isFileUrl(target)) {
    return { items: readItems(download(deps, target, signal)), ordered: false };
  }
  return { items: walkForPerson(deps, { baseUrl: target, signal }), ordered: true };
}

/**
 * Whether `openSource` can begin: before anything is made for what the source holds.
 *
 * @throws UserError when the file does not exist or may not be read, or the URL is not one
 */
export async function checkSource(target: string): Promise<void> {
  if (URL_START.test(target)) {
    if (!URL.canParse(target)) throw new UserError(`${target} is not a valid URL.`);
    const { search, hash } = new URL(target);
    if (!isFileUrl(target) && (search !== "" || hash !== "")) {
      throw new UserError(`The base URL of a registry has nothing after its path: leave ${search}${hash} out.`);
    }
    return;
  }
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) throw new UserError(`The file ${target} does not exist.`);
  if (found.isDirectory()) throw new UserError(`${target} is a folder. Name a file.`);
  await access(target, constants.R_OK).catch((error: unknown) => {
    throw new UserError(`The file ${target} cannot be read (${codeOf(error) ?? "unknown error"}).`, { cause: error });
  });
}

/** A file that has gone since it was looked for counts as one: reading it says so. */
async function isRegular(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? true;
}

function isFileUrl(url: string): boolean {
  return /(?:\.json|\.ndjson|\.jsonl|\/export)$/i.test(new URL(url).pathname);
}

/** The operator at the command line can try another URL, or later. */
async function* walkForPerson(deps: WalkDeps, walk: Walk): AsyncGenerator {
  try {
    yield* walkRegistry(deps, walk);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw new UserError(`The servers could not be read: ${error.message}.`, { cause: error });
  }
}

async function* download(deps: WalkDeps, url: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  let answer: OutboundAnswer;
  try {
    const limits = { maxBytes: MAX_WHOLE_BYTES, timeoutMs: DOWNLOAD_TIMEOUT_MS, redirects: 3 };
    answer = await requestAllowed(deps, { url, ...limits, signal });
  } catch (error) {
    if (error instanceof UpstreamError)
      throw new UserError(`The file could not be read: ${error.message}.`, { cause: error });
    if (!(error instanceof OutboundError)) throw error;
    const advice = error.kind === "tooLarge" ? " Download it, and import the file: NDJSON files may be larger." : "";
    throw new UserError(`The file could not be read: ${error.reason}${advice}`, { cause: error });
  }
  if (answer.status !== 200) throw new UserError(`The file could not be read: the answer was ${answer.status}.`);
  yield answer.body;
}
