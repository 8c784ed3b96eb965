/**
 * Asks the Steam Web API about accounts. The key travels in the URL, because that is Steam's interface; so neither the
 * URL nor anything that might repeat it (an error's cause, an HTML page) leaves this file.
 */
import { codeOf } from "../../kit/errors/code-of.ts";
import { invariant } from "../../kit/errors/invariant.ts";
import { OutboundError } from "../../kit/outbound/error.ts";
import type { Outbound, OutboundAnswer } from "../../kit/outbound/outbound.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { retryAfterMs } from "../../kit/time/retry-after.ts";
import type { PlatformBans, PlatformSummary } from "./core/account.ts";
import type { ProblemKind } from "./core/pauses.ts";
import { keyIdOf } from "./core/quota.ts";
import { readBans, readSummaries, type SteamAnswer } from "./core/steam-answers.ts";
import { isSteamId } from "./core/steam-id.ts";
import type { PlatformConfig } from "./settings.ts";
import { withoutTrailing } from "../../kit/text/without-trailing.ts";

/** Why an answer is missing. Safe to log and to show to the operator. */
export interface SteamProblem {
  readonly kind: ProblemKind;
  /** A sentence in plain words. */
  readonly says: string;
  /** Of the HTTP answer, when there was one. */
  readonly status?: number | undefined;
  /** The machine's code of the failure, such as `ECONNREFUSED`. */
  readonly code?: string | undefined;
  /** How long Steam asked to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

export type SteamResult<Value> =
  | ({ readonly kind: "answer" } & SteamAnswer<Value>)
  | { readonly kind: "problem"; readonly problem: SteamProblem };

/** Each method is one call. A failure is a result; only the signal's reason is thrown. */
export interface SteamClient {
  /** Names the key without telling it. */
  readonly keyId: string;
  /** How accounts show themselves. At most 100 SteamID64s. */
  summaries(steamIds: readonly string[], signal: AbortSignal): Promise<SteamResult<PlatformSummary>>;
  /** The bans of accounts. At most 100 SteamID64s. */
  bans(steamIds: readonly string[], signal: AbortSignal): Promise<SteamResult<PlatformBans>>;
}

export interface SteamOptions {
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly key: string;
  /** With or without a slash at the end. */
  readonly baseUrl: string;
  /** For one call; default 15 seconds. */
  readonly timeoutMs?: number;
}

/** The number of accounts in one call (Steam Web API, both methods). */
export const BATCH_SIZE = 100;

/** Steam's data about a hundred accounts take 150 kB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/** The client that the settings ask for; undefined without a key. */
export function openSteam(
  config: PlatformConfig,
  { outbound, clock }: Pick<SteamOptions, "outbound" | "clock">,
): SteamClient | undefined {
  const key = config.steamApiKey ?? "";
  return key === "" ? undefined : steamClient({ outbound, clock, key, baseUrl: config.steamApiUrl });
}

export function steamClient(options: SteamOptions): SteamClient {
  return {
    keyId: keyIdOf(options.key),
    summaries: (steamIds, signal) => ask(options, "ISteamUser/GetPlayerSummaries/v2/", steamIds, readSummaries, signal),
    bans: (steamIds, signal) => ask(options, "ISteamUser/GetPlayerBans/v1/", steamIds, readBans, signal),
  };
}

type Read<Value> = (text: string, asked: ReadonlySet<string>) => SteamAnswer<Value> | undefined;

async function ask<Value>(
  options: SteamOptions,
  method: string,
  steamIds: readonly string[],
  read: Read<Value>,
  signal: AbortSignal,
): Promise<SteamResult<Value>> {
  const asked = new Set(steamIds);
  invariant(asked.size <= BATCH_SIZE, "one call asks about at most 100 accounts");
  invariant(steamIds.every(isSteamId), "Steam is asked about Steam accounts only");
  if (asked.size === 0) return { kind: "answer", found: new Map(), oddCount: 0 };

  const sent = await send(options, method, [...asked], signal);
  if (sent.kind === "problem") return sent;
  const answer = read(sent.text, asked);
  if (!answer) return failed("Steam answered something that is not the answer of its Web API.", { status: 200 });
  if (answer.found.size === 0 && answer.oddCount > 0) {
    return failed("Steam answered in a form that this version does not know.", { status: 200 });
  }
  return { kind: "answer", ...answer };
}

async function send(
  { outbound, clock, key, baseUrl, timeoutMs = TIMEOUT_MS }: SteamOptions,
  method: string,
  steamIds: readonly string[],
  signal: AbortSignal,
): Promise<
  { readonly kind: "text"; readonly text: string } | { readonly kind: "problem"; readonly problem: SteamProblem }
> {
  const query = `key=${encodeURIComponent(key)}&steamids=${steamIds.join(",")}`;
  let answer: OutboundAnswer;
  try {
    answer = await outbound.request({
      url: `${withoutTrailing(baseUrl, "/")}/${method}?${query}`,
      headers: { accept: "application/json" },
      maxBytes: MAX_ANSWER_BYTES,
      timeoutMs,
      // A key is not carried to where a redirect leads.
      redirects: 0,
      signal,
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return failed(`Steam could not be asked: ${error.reason}`, { code: logCodeOf(error) });
  }
  const { status } = answer;
  if (status === 200) return { kind: "text", text: answer.body.toString("utf8") };
  const problem = { status, retryAfterMs: retryAfterMs(answer.headers["retry-after"], clock.now()) };
  if (status === 401 || status === 403) {
    const says = `Steam refused the key (${status}): check the setting steamApiKey.`;
    return { kind: "problem", problem: { kind: "keyRefused", says, ...problem } };
  }
  if (status === 429) {
    const says = "Steam was asked too often with this key (429 Too Many Requests).";
    return { kind: "problem", problem: { kind: "busy", says, ...problem } };
  }
  return failed(`Steam answered ${status} instead of accounts.`, problem);
}

function failed(says: string, more: Omit<SteamProblem, "kind" | "says">): { kind: "problem"; problem: SteamProblem } {
  return { kind: "problem", problem: { kind: "failed", says, ...more } };
}

/** A cause may hold anything; of it only a word in capitals is passed on. */
function logCodeOf({ kind, cause }: OutboundError): string {
  const code = codeOf(cause) ?? "";
  return /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : kind;
}
