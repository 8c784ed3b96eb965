import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { utcDay } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import {
  groupFacts,
  placesOf,
  type KeptHalt,
  type RiskDeps,
  type RiskFacts,
  type RiskPlace,
} from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { isVisible } from "../is-visible.ts";
import type { PlaceDeps } from "../read-place.ts";
import { haltRecord, limitsRecord, modeName, modeOf, scopeName, showHalt, showLimits } from "../records.ts";
import { figuresRecord, showFigures } from "../show-figures.ts";

const placeRecord = Type.Object({
  scope: scopeName,
  id: Type.String(),
  mode: modeName,
  halts: Type.Array(haltRecord),
  limits: Type.Union([limitsRecord, Type.Null()]),
  figures: Type.Union([figuresRecord, Type.Null()], { description: "Null where a sub-account does not see them" }),
});

export const showStatus = endpoint({
  id: "risk.showStatus",
  method: ["GET", "POST"],
  path: "/risk/status",
  auth: "user",
  permission: "strategies",
  summary: "See limits, halts and their figures",
  description:
    "The account first, then its keys and strategies: those that have limits or halts, or that trade. An order passes when " +
    "the platform, its account, its key and its strategy let it. Sub-accounts see the keys and strategies that they see " +
    "elsewhere, and of the account the limits and halts.",
  input: {},
  output: json(
    Type.Object({
      mode: Type.Enum(["active", "reducing", "halted"], { description: "Of the account and the platform together" }),
      confirmed: Type.Boolean({ description: "Whether every process that sends orders obeys all of this" }),
      platform: Type.Object({ mode: modeName, halts: Type.Array(haltRecord) }),
      places: Type.Array(placeRecord),
    }),
  ),
  errors: [],
  examples: [{ name: "all" }],
  beyondSpec: true,

  async run({ risk, orderJudge, clock, ...rest }: RiskDeps & PlaceDeps & ClockDeps, { actor }) {
    const { ownerUid } = actor;
    const epoch = await risk.readEpoch();
    const [halts, limits, marks] = [
      await risk.listHalts(ownerUid),
      await risk.listLimits(ownerUid),
      await risk.listMarks(ownerUid),
    ];
    const facts = await risk.loadFacts([ownerUid], { ...orderJudge.range(), dueMs: -1 });
    const factsOf = groupFacts(facts);
    const isSeen = await isVisible(rest, actor);
    const ofPlatform = halts.filter(({ scope }) => scope === "platform");
    const known = { worth: orderJudge.worth, today: utcDay(clock.now()) };
    const haltsAt = new Map<string, readonly KeptHalt[]>();
    for (const each of halts) haltsAt.set(nameOf(each), [...(haltsAt.get(nameOf(each)) ?? []), each]);
    const limitsAt = new Map(limits.map((each) => [nameOf(each.place), each]));
    const marksAt = new Map(marks.map((each) => [nameOf(each.place), each.marks]));
    const named = [...limits.map(({ place }) => place), ...halts.flatMap((each) => placeOf(each) ?? [])];
    const places = distinct([{ scope: "account", id: ownerUid }, ...named, ...tradingPlaces(facts)]).filter(isSeen);
    const shown = places.map((place) => {
      const name = nameOf(place);
      const own = haltsAt.get(name) ?? [];
      const limit = limitsAt.get(name);
      const figured = { ...known, marks: marksAt.get(name) };
      return {
        scope: place.scope,
        id: String(place.id),
        mode: modeOf(own),
        halts: own.map(showHalt),
        limits: limit ? showLimits(limit) : null,
        figures: actor.rights && place.scope === "account" ? null : showFigures(factsOf(place), place, figured),
      };
    });
    const ofAccount = halts.filter(({ scope }) => scope === "platform" || scope === "account");
    return {
      mode: modeOf(ofAccount),
      confirmed: (await risk.countUnaware(epoch)) === 0,
      platform: { mode: modeOf(ofPlatform), halts: ofPlatform.map(showHalt) },
      places: shown,
    };
  },
});

function placeOf({ scope, id }: { readonly scope: RiskPlace["scope"] | "platform"; readonly id: number }) {
  return scope === "platform" ? undefined : { scope, id };
}

function nameOf({ scope, id }: { readonly scope: string; readonly id: number }): string {
  return `${scope} ${id}`;
}

/** Keys and strategies with open orders, or with a position. */
function tradingPlaces({ working, traded }: RiskFacts): readonly RiskPlace[] {
  return [...working, ...traded.filter(({ base }) => base !== 0n)].flatMap(placesOf);
}

/** Each once: the account, the keys, the strategies. */
function distinct(places: readonly RiskPlace[]): readonly RiskPlace[] {
  const byName = new Map(places.map((place) => [nameOf(place), place]));
  return [...byName.values()].toSorted((one, other) =>
    one.scope === other.scope ? one.id - other.id : one.scope < other.scope ? -1 : 1,
  );
}
