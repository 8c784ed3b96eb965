/** Which name of an account is shown, whatever its sources say and in whatever order: the stores against a list of sights. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { platformStore } from "../../src/players/platform/sql/platform-store.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { presenceStore } from "../../src/players/presence/sql/presence-store.ts";
import { hasLostLetters, refreshPlatformNames, shownName } from "../../src/players/profiles/index.ts";
import { profileFile, savesWorld, second } from "../support/save-batches.ts";

const world = await savesWorld();
const platform = platformStore(world.db, "test", { refreshPlatformNames });
const presence = presenceStore(world.db, "test", { refreshPlatformNames });
const lease = await acquireLease(world.db, { name: serverLeaseName("list"), owner: "test", ttlMs: 3_600_000 });
const fence = lease?.fence ?? 0;
const platformId = "76561190000000001";
const SOURCES = ["platform", "server", "save"] as const;

interface Sight {
  readonly source: (typeof SOURCES)[number];
  readonly name: string;
}

let number = 0;
const give: Record<Sight["source"], (name: string, at: number) => Promise<unknown>> = {
  async platform(name, at) {
    const summary = { name, avatarUrl: "", profileUrl: "" };
    const rest = { isChecked: true, bans: undefined, isChanged: false, banChange: undefined };
    await platform.save([{ platformId, at: second(at), summary, ...rest }]);
  },
  async server(name, at) {
    const visit = { server: "list", platformId } as const;
    await presence.apply({
      server: "list",
      fence,
      number: ++number,
      changes: [
        { kind: "open", ...visit, name, startedAt: second(at), claim: "join" },
        { kind: "close", ...visit, endedAt: second(at) },
      ],
    });
  },
  save: (name, at) =>
    world.apply("saves", { profiles: [profileFile({ id: 1n, platformId, platformName: name }, at)] }, at),
};

async function clear(): Promise<void> {
  await world.rows("truncate players.sessions");
  await world.clear();
}

async function shown(): Promise<string> {
  const [row] = await world.rows<{ platform_name: string }>("select platform_name from players.players");
  return row?.platform_name ?? "";
}

async function history(): Promise<string[]> {
  const rows = await world.rows<{ name: string }>(
    "select name from players.names where kind = 'platform' order by since",
  );
  return rows.map(({ name }) => name);
}

const whole = fc.constantFrom("Anna", "Bob", "Жора");
const sight: fc.Arbitrary<Sight> = fc.oneof(
  fc.record({ source: fc.constantFrom(...SOURCES), name: whole }),
  fc.record({ source: fc.constant("server" as const), name: fc.constantFrom("????", "Ann?") }),
);

/** What each source says, and since when. Lists that lose letters do not replace what they gave whole. */
class Sights {
  readonly #given = new Map<Sight["source"], { readonly name: string; readonly at: number }>();

  /** Answers whether the source says something else than before. */
  note({ source, name }: Sight, at: number): boolean {
    const before = this.#given.get(source);
    const isLost = source === "server" && hasLostLetters(name) && before && !hasLostLetters(before.name);
    if (isLost || before?.name === name) return false;
    this.#given.set(source, { name, at });
    return true;
  }

  shown(): string {
    return shownName(Array.from(this.#given, ([source, { name, at }]) => ({ source, name, at: second(at) })));
  }

  all(): Sight[] {
    return Array.from(this.#given, ([source, { name }]) => ({ source, name }));
  }
}

test("the shown name changes when a source gives another name, and never because one repeats its own", async () => {
  await fc.assert(
    fc.asyncProperty(whole, fc.array(sight, { maxLength: 12 }), async (first, rest) => {
      await clear();
      const sights = new Sights();
      const names: string[] = [];
      for (const [at, each] of [{ source: "save", name: first } as const, ...rest].entries()) {
        const before = await shown();
        const isNew = sights.note(each, at);
        await give[each.source](each.name, at);
        const after = await shown();
        expect(after).toBe(sights.shown());
        if (!isNew) expect(after).toBe(before);
        else if (!hasLostLetters(each.name)) expect(after).toBe(each.name);
        if (after !== before) names.push(after);
      }
      expect(await history()).toEqual(names);
    }),
    { numRuns: 40 },
  );
});

test("whatever was given is repeated in any order and any number of times, and nothing else is shown", async () => {
  const repeats = fc.array(fc.nat(2), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(whole, fc.array(sight, { minLength: 2, maxLength: 6 }), repeats, async (first, rest, order) => {
      await clear();
      const sights = new Sights();
      let at = 0;
      for (const each of [{ source: "save", name: first } as const, ...rest]) {
        sights.note(each, at);
        await give[each.source](each.name, at++);
      }
      const before = [await shown(), await history()];
      const given = sights.all();
      await world.announced();
      for (const place of order) {
        const { source, name } = given[place % given.length] ?? { source: "save", name: first };
        await give[source](name, at++);
        expect([await shown(), await history()]).toEqual(before);
      }
    }),
    { numRuns: 25 },
  );
});

test("a name that a list gave before its present one, and that is told late, changes nothing", async () => {
  await clear();
  await give.save("Anna", 1);
  await give.server("Bob", 10);
  await give.server("Bob", 30);
  await give.server("Anna", 20);
  expect(await shown()).toBe("Bob");
  await give.server("Anna", 40);
  expect(await shown()).toBe("Anna");
});
