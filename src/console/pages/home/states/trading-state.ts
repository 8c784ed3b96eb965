/** What the home page says of the trading platform. */
import type { ExchangeKey, MarketShowStatusResult } from "../../../../../clients/typescript/src/trading.ts";
import { count, say, texts } from "../../../say.ts";
import { command, page, type Finding, type FirstStep, type ServiceState } from "./service-state.ts";

const T = texts.home.trading;
const SIGN_IN = "/console/trading/sign-in?to=/console";
const EXCHANGES = "/console/trading/exchanges";
const OVERVIEW = "/console/trading/overview";
/** As the platform names the news that it follows, and itself. */
const NEWS = "News: ";
const PLATFORM = "API";

type Source = MarketShowStatusResult[number];

export interface TradingFacts {
  readonly sources: readonly Source[];
  /** Null for a caller who has not signed in. */
  readonly user: { readonly needsSecondFactor: boolean } | null;
  /** Keys of the account; undefined where the caller may not see them. */
  readonly keys: readonly Pick<ExchangeKey, "label" | "status" | "last_error">[] | undefined;
  readonly signUp: "off" | "invited" | "open";
  /** Whether the demo's user signs in with one click. */
  readonly isDemo: boolean;
}

export function tradingState(facts: TradingFacts): ServiceState {
  const { sources, keys } = facts;
  const exchanges = sources.filter(({ name }) => name !== PLATFORM && !name.startsWith(NEWS));
  const running = exchanges.filter(isRunning).length;
  const state =
    running === exchanges.length ? count(running, T.allRun) : say(T.someRun, { running, exchanges: exchanges.length });
  return {
    sentences: [exchanges.length === 0 ? T.noExchanges : state, ...keySentences(keys)],
    findings: [...sources.filter((source) => !isRunning(source)).map(awayFinding), ...keyFindings(keys ?? [])],
    steps: stepsOf(facts),
  };
}

function isRunning({ status }: Source): boolean {
  return status === "running" || status.startsWith("running ");
}

/** An exchange that starts is not wrong yet. */
function awayFinding({ name, status, issues }: Source): Finding {
  const tone = status.startsWith("starting") ? "plain" : "warn";
  const says = issues === "" ? say(T.away, { name, status }) : say(T.awayWhy, { name, status, issues });
  return { tone, says, next: page(OVERVIEW, T.overviewOpen) };
}

function keySentences(keys: TradingFacts["keys"]): readonly string[] {
  return keys && keys.length > 0 ? [count(keys.length, T.keys)] : [];
}

function keyFindings(keys: NonNullable<TradingFacts["keys"]>): readonly Finding[] {
  return keys
    .filter(({ status }) => status === "invalid")
    .map(({ label, last_error }) => ({
      tone: "bad",
      says: last_error === null ? say(T.invalid, { label }) : say(T.invalidWhy, { label, reason: last_error }),
      next: page(EXCHANGES, T.keysOpen),
    }));
}

function stepsOf({ user, keys, signUp, isDemo }: TradingFacts): readonly FirstStep[] {
  if (user === null) return [signInStep(signUp, isDemo)];
  if (user.needsSecondFactor) {
    const setUp = page("/console/trading/set-up-second-factor", T.secondFactorOpen);
    return [{ title: T.secondFactor, why: T.secondFactorWhy, next: [setUp] }];
  }
  if (keys?.length !== 0) return [];
  return [{ title: T.connect, why: T.connectWhy, next: [page(`${EXCHANGES}?add=exchange`, T.connectOpen)] }];
}

function signInStep(signUp: TradingFacts["signUp"], isDemo: boolean): FirstStep {
  const signIn = page(SIGN_IN, texts.states.signIn);
  if (isDemo) return { title: T.signIn, why: T.signInDemo, next: [signIn] };
  if (signUp !== "off") {
    return { title: T.signIn, why: T.signUpWhy, next: [signIn, page("/console/trading/sign-up", T.signUp)] };
  }
  const create = command("trading user create NAME --email ADDRESS --name 'FULL NAME'");
  return { title: T.signIn, why: T.signInWhy, next: [signIn, create] };
}
