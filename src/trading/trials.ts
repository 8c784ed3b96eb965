/**
 * The trials of `tripod check` for the trading platform: names of exchanges, keys of wallets, room for the tape, the file
 * of news sources, Esplora, and the mail server.
 */
import { UserError } from "../kit/errors/user-error.ts";
import { trySmtp } from "../kit/mail/smtp.ts";
import { counted } from "../kit/text/counted.ts";
import type { Trial, TrialPlatform } from "../kit/service.ts";
import type { TradingConfig } from "./build.ts";
import { openEsplora } from "./build-chain.ts";
import { findExchange } from "./exchanges/index.ts";
import { readExchangeChoice } from "./market/index.ts";
import { readNewsFile } from "./news/index.ts";
import { requireMail } from "./signup/index.ts";
import { tryRoom } from "./tape/index.ts";
import { openChains } from "./wallets/index.ts";

export function tradingTrials(platform: TrialPlatform, config: TradingConfig): Trial[] {
  const { smtpUrl, mailFrom, tapeMinimumFreeMegabytes: minimumFreeMegabytes } = config;
  const { dataDir, role } = platform;
  const trials: Trial[] = [
    { what: "exchanges", run: async () => tryExchanges(config.exchanges) },
    { what: "wallets", run: async () => tryWallets(config) },
  ];
  // Processes that only answer do not record.
  if (config.tapeRecord && role !== "http") {
    trials.push({ what: "tape", run: () => tryRoom({ dataDir, minimumFreeMegabytes }) });
  }
  if (config.newsFile !== "") trials.push({ what: "news sources", run: async () => tryNewsFile(config.newsFile) });
  if (config.esploraUrl !== "") trials.push({ what: "esplora", run: (signal) => tryEsplora(platform, config, signal) });
  if (config.signUp !== "off") trials.push({ what: "sign-up", run: async () => trySignUp(config) });
  if (smtpUrl !== undefined) {
    trials.push({ what: "mail server", run: (signal) => trySmtp({ url: smtpUrl, from: mailFrom }, signal) });
  }
  return trials;
}

function trySignUp(config: TradingConfig): string {
  requireMail(config);
  return `${config.signUp}, with a mail server`;
}

/** Names only: an exchange that is away now is tried again for as long as the platform runs. */
function tryExchanges(text: string): string {
  const choices = readExchangeChoice(text);
  const unknown = choices.map(({ code }) => code).filter((code) => code !== "simulated" && !findExchange(code));
  if (unknown.length > 0) throw new UserError(`unknown exchange ${unknown.join(", ")} (TRIPOD_TRADING_EXCHANGES)`);
  const told = choices.map(({ code, isPaper }) =>
    code === "simulated" ? code : `${code} ${isPaper ? "on paper" : "live"}`,
  );
  return told.length === 0 ? "none is set" : `${told.join(", ")}: the names are known`;
}

function tryWallets(config: TradingConfig): string {
  const open = Object.entries(openChains(config)).filter(([, { receiving }]) => receiving !== undefined);
  const symbols = open.map(([symbol]) => symbol).join(", ");
  return symbols === "" ? "no account key is set, so deposits are off" : `deposits of ${symbols} get addresses`;
}

function tryNewsFile(file: string): string {
  const { sources, watchlist } = readNewsFile(file);
  return `${counted(sources.length, "source")} and ${counted(watchlist.length, "keyword")} are set`;
}

async function tryEsplora(platform: TrialPlatform, config: TradingConfig, signal: AbortSignal): Promise<string> {
  const { host } = new URL(config.esploraUrl);
  try {
    const tip = await openEsplora(platform, config)?.tip(signal);
    return `${host} answers; its last block is ${tip?.height ?? "?"}`;
  } catch (error) {
    signal.throwIfAborted();
    throw new UserError(`${host}: ${error instanceof Error ? error.message : "no answer"}`, { cause: error });
  }
}
