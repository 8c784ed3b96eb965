import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson, run } from "../../../../test/support/trading-people.ts";
import { FREE_PLAN } from "../../billing/index.ts";
import { editProfile } from "./edit-profile.ts";
import { listStrategyOptions } from "./list-strategy-options.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const main = await newPerson(db);

test("every parameter of edit-profile but its id is an option", async () => {
  const shown = await run(listStrategyOptions, {}, main);
  const parameters = Object.keys(editProfile.input.params.properties).filter((name) => name !== "id");
  expect(shown.map(({ name }) => name).toSorted()).toEqual(parameters.toSorted());
});

test("the bounds are those of the plan, and of a sub-account what its owner leaves it", async () => {
  const boundOf = async (caller: typeof main, wanted: string) => {
    const found = (await run(listStrategyOptions, {}, caller)).find(({ name }) => name === wanted);
    return [found?.minimum, found?.maximum];
  };
  const { qty_child: child, sleep_interval: sleep } = FREE_PLAN.limits.strategies;
  expect(await boundOf(main, "executable_values")).toEqual([child.minimum, child.maximum]);
  expect(await boundOf(main, "slice_delay")).toEqual([sleep.minimum, sleep.maximum]);
  const sub = await newPerson(db, { owner: main });
  if (!sub.rights) throw new Error("a sub-account has rights");
  const narrow = { ...sub, rights: { ...sub.rights, childMaximum: "0.01" } };
  expect(await boundOf(narrow, "executable_values")).toEqual([0, 0.01]);
});

test("defaults are of the option's type, and choices are listed", async () => {
  const shown = await run(listStrategyOptions, {}, main);
  const one = (wanted: string) => shown.find(({ name }) => name === wanted);
  expect(one("noconditions")).toMatchObject({ type: "bool", default: false, per_row: false, allowed: [] });
  expect(one("executable_apikeysmarket")).toMatchObject({
    type: "array",
    default: "spot",
    allowed: ["spot", "margin", "swap", "future"],
    per_row: true,
  });
  expect(one("algorithm_id")).toMatchObject({ required: true, default: null });
});
