import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../clients/typescript/src/players.ts";
import { playersState } from "./players-state.ts";
import { registryState } from "./registry-state.ts";
import type { ServiceState } from "./service-state.ts";
import { tradingState, type TradingFacts } from "./trading-state.ts";

function stepsIn({ steps }: ServiceState): string[] {
  return steps.map(({ title }) => title);
}

/** Pages and commands of the first step. */
function nextIn({ steps: [step] }: ServiceState): string[] {
  return (step?.next ?? []).map((next) => (next.kind === "page" ? next.to : next.command));
}

describe("the registry", () => {
  const admin = { isAdmin: true, mayPublish: false };

  test("with servers has no first step for anyone", () => {
    for (const caller of [null, admin]) {
      const state = registryState({ servers: 312, caller, hasPublisher: undefined });
      expect(state).toEqual({ sentences: ["312 tool servers are published."], findings: [], steps: [] });
    }
  });

  test.each([
    ["a visitor", null, undefined, "Get a registry token", "registry token --publish '*' --ttl 12h"],
    ["an admin without tokens", admin, false, "Get a registry token", "/console/registry/operate?tab=tokens"],
    [
      "an admin after the token was made",
      admin,
      true,
      "Publish the first server",
      "/console/registry/sign-in?to=/console/registry/publish",
    ],
    [
      "a publisher",
      { isAdmin: false, mayPublish: true },
      undefined,
      "Publish the first server",
      "/console/registry/publish",
    ],
  ])("that is empty shows %s the next step", (_who, caller, hasPublisher, title, next) => {
    const state = registryState({ servers: 0, caller, hasPublisher });
    expect(stepsIn(state)).toEqual([title]);
    expect(nextIn(state)[0]).toBe(next);
  });

  test("with private reads shows a visitor nothing but the sign-in", () => {
    const state = registryState({ servers: null, caller: null, hasPublisher: undefined });
    expect(state.sentences).toEqual(["Reading this registry needs a token."]);
    expect(nextIn(state)).toContain("/console/registry/sign-in");
  });
});

describe("the player lookup", () => {
  const good = { Ok: true, Says: "works", At: "2026-01-01T00:00:00Z" };
  const bad = { ...good, Ok: false, Says: "no answer" };
  const server = (name: string, rcon: typeof good): Server => ({
    Key: name.toLowerCase(),
    Name: name,
    Game: "ase",
    Invented: false,
    Map: null,
    Version: null,
    Players: 2,
    MaxPlayers: null,
    Reachable: true,
    LastRead: null,
    Sources: { Saves: good, Rcon: rcon, Query: null },
  });

  test("shows visitors only how to sign in", () => {
    const state = playersState({ servers: undefined, isAdmin: false, isDemo: false });
    expect(stepsIn(state)).toEqual(["Sign in to the player lookup"]);
    expect(nextIn(state)).toContain("players key create --name me --scope admin");
    expect(nextIn(playersState({ servers: undefined, isAdmin: false, isDemo: true }))).toEqual([
      "/console/players/sign-in?to=/console",
    ]);
  });

  test("asks admins alone for the first game server", () => {
    expect(stepsIn(playersState({ servers: [], isAdmin: true, isDemo: false }))).toEqual(["Add a game server"]);
    expect(stepsIn(playersState({ servers: [], isAdmin: false, isDemo: false }))).toEqual([]);
  });

  test("says which source of which server does not work, and sends admins to the doctor", () => {
    const servers = [server("Island", bad), server("Center", good)];
    const state = playersState({ servers, isAdmin: true, isDemo: false });
    expect(state.sentences).toEqual(["2 game servers. 4 players are online."]);
    expect(state.findings).toEqual([
      {
        tone: "bad",
        says: "Island, RCON: no answer",
        next: { kind: "page", to: "/console/players/admin?show=doctor", title: "Ask the doctor" },
      },
    ]);
    expect(playersState({ servers, isAdmin: false, isDemo: false }).findings[0]?.next).toBeUndefined();
  });

  test("counts the findings that it does not show", () => {
    const servers = Array.from({ length: 9 }, (_, at) => server(`Island ${at}`, bad));
    const { findings } = playersState({ servers, isAdmin: true, isDemo: false });
    expect(findings.map(({ says }) => says).slice(3)).toEqual([
      "Island 3, RCON: no answer",
      "5 more sources do not work",
    ]);
  });
});

describe("the trading platform", () => {
  const source = (name: string, status = "running (simulated)", issues = "") => ({
    name,
    status,
    issues,
    last_checked: 0,
  });
  const facts: TradingFacts = {
    sources: [source("API", "running"), source("Alpha"), source("Beta")],
    user: { needsSecondFactor: false },
    keys: [],
    signUp: "off",
    isDemo: false,
  };

  test("asks for an exchange key until the account has one", () => {
    expect(nextIn(tradingState(facts))).toEqual(["/console/trading/exchanges?add=exchange"]);
    const state = tradingState({ ...facts, keys: [{ label: "Main", status: "active", last_error: null }] });
    expect(state).toEqual({
      sentences: ["2 exchanges are connected and running.", "Your account has 1 exchange key."],
      findings: [],
      steps: [],
    });
    expect(tradingState({ ...facts, keys: undefined }).steps).toEqual([]);
  });

  test.each([
    ["a visitor", { user: null }, "Sign in to the trading platform"],
    ["a user who needs a second factor first", { user: { needsSecondFactor: true } }, "Set up your second factor"],
  ])("shows %s the one step that opens the rest", (_who, more, title) => {
    expect(stepsIn(tradingState({ ...facts, keys: undefined, ...more }))).toEqual([title]);
  });

  test("offers to sign up only where users may", () => {
    const visitor = { ...facts, user: null, keys: undefined };
    expect(nextIn(tradingState(visitor))).not.toContain("/console/trading/sign-up");
    expect(nextIn(tradingState({ ...visitor, signUp: "open" }))).toContain("/console/trading/sign-up");
  });

  test("names exchanges, news and keys that do not work, and why", () => {
    const { sentences, findings } = tradingState({
      ...facts,
      sources: [...facts.sources, source("Gamma", "down", "no answer"), source("News: Wire", "failing", "status 500")],
      keys: [{ label: "Main", status: "invalid", last_error: "the signature is wrong" }],
    });
    expect(sentences[0]).toBe("2 of 3 exchanges are running.");
    expect(findings.map(({ says }) => says)).toEqual([
      "Gamma is down: no answer",
      "News: Wire is failing: status 500",
      "The exchange key “Main” does not work: the signature is wrong",
    ]);
  });
});
