/** That every limit of the plan on profiles is met: what is within it is saved, what is beyond it is refused. */
import { describe, expect, test } from "vitest";
import { limitedAccount, type LimitedAccount, type Limits } from "../support/limited-accounts.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const account = (limits?: Limits): Promise<LimitedAccount> => limitedAccount(world, limits);
type Answer = Awaited<ReturnType<LimitedAccount["ask"]>>;

function expectRefusal(answer: Answer, status: number, code: number, says: string): void {
  expect([answer.status, answer.json.data.code], answer.text).toEqual([status, code]);
  expect(answer.json.data.error).toContain(says);
}

function expectDone(answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
}

describe("strategies", () => {
  const create = (of: LimitedAccount) => of.ask("strategy/create-profile", { name: "BTC" });
  /** Saves values of the library's algorithm 900001, which has no conditions, or of 900003, which compares a spread. */
  const edit = async (limits: Limits, values: Record<string, string | number>, algorithm = "900001") => {
    const of = await account(limits);
    const { id } = (await create(of)).json.data;
    return of.ask("strategy/edit-profile", {
      id,
      algorithm_id: algorithm,
      name: "BTC",
      slice_delay: 5,
      ...values,
    });
  };
  const value = (text: string) => ({ "executable_values[0]": text });
  const parent = (text: string) => ({ parent: text });
  const offset = (text: string) => ({ "executable_priceoffset[0]": text });
  const pace = (seconds: number) => ({ slice_delay: seconds });
  const spread = (text: string) => ({ "condition_values[0]": text });

  test("strategies.enabled: without it no profile is made", async () => {
    expectDone(await create(await account()));
    expectRefusal(
      await create(await account({ "strategies.enabled": false })),
      403,
      2400,
      "does not include strategies",
    );
  });

  test("strategies.algos_excluded: none of them is chosen", async () => {
    expectDone(await edit({ "strategies.algos_excluded": ["900003"] }, {}));
    expectRefusal(await edit({ "strategies.algos_excluded": ["900001"] }, {}), 422, 2300, "no algorithm 900001");
  });

  test("strategies.maximum.strategies: one more is refused", async () => {
    const limited = await account({ "strategies.maximum.strategies": 1 });
    expectDone(await create(limited));
    expectRefusal(await create(limited), 422, 2410, "1 strategies");
  });

  test("strategies.maximum.templates: one more is refused", async () => {
    const limited = await account({ "strategies.maximum.templates": 1 });
    const { id } = (await create(limited)).json.data;
    const save = () => limited.ask("strategy/save-template", { copy_strategy_id: id });
    expectDone(await save());
    expectRefusal(await save(), 422, 2410, "1 templates");
  });

  test("strategies.liquidity_check_maximum: no slice may take a larger share", async () => {
    const limits = { "strategies.liquidity_check_maximum": 7 };
    expectDone(await edit(limits, { "executable_obqtycumulativecheck[0]": 7 }));
    const refused = await edit(limits, { "executable_obqtycumulativecheck[0]": 8 });
    expectRefusal(refused, 422, 2300, "at most 7");
  });

  test("strategies.spread.minimum: no condition has less", async () => {
    expectDone(await edit({ "strategies.spread.minimum": -5 }, spread("-5"), "900003"));
    expectRefusal(await edit({ "strategies.spread.minimum": -5 }, spread("-6"), "900003"), 422, 2300, "from -5");
  });

  test("strategies.spread.maximum: no condition has more", async () => {
    expectDone(await edit({ "strategies.spread.maximum": 5 }, spread("5"), "900003"));
    expectRefusal(await edit({ "strategies.spread.maximum": 5 }, spread("6"), "900003"), 422, 2300, "to 5");
  });

  test("strategies.price_offset.minimum: no offset is less", async () => {
    expectDone(await edit({ "strategies.price_offset.minimum": -5 }, offset("-5")));
    expectRefusal(await edit({ "strategies.price_offset.minimum": -5 }, offset("-5.1")), 422, 2300, "at least -5");
  });

  test("strategies.price_offset.maximum: no offset is more", async () => {
    expectDone(await edit({ "strategies.price_offset.maximum": 5 }, offset("5")));
    expectRefusal(await edit({ "strategies.price_offset.maximum": 5 }, offset("5.1")), 422, 2300, "at most 5");
  });

  test("strategies.qty_parent.minimum: no total is less", async () => {
    expectDone(await edit({ "strategies.qty_parent.minimum": 0.5 }, parent("0.5")));
    expectRefusal(await edit({ "strategies.qty_parent.minimum": 0.5 }, parent("0.4")), 422, 2300, "at least 0.5");
  });

  test("strategies.qty_parent.maximum: no total is more", async () => {
    expectDone(await edit({ "strategies.qty_parent.maximum": 0.5 }, parent("0.5")));
    expectRefusal(await edit({ "strategies.qty_parent.maximum": 0.5 }, parent("0.6")), 422, 2300, "at most 0.5");
  });

  test("strategies.qty_child.minimum: no slice is less", async () => {
    expectDone(await edit({ "strategies.qty_child.minimum": 0.5 }, value("0.5")));
    expectRefusal(await edit({ "strategies.qty_child.minimum": 0.5 }, value("0.4")), 422, 2300, "at least 0.5");
  });

  test("strategies.qty_child.maximum: no slice is more", async () => {
    expectDone(await edit({ "strategies.qty_child.maximum": 0.5 }, value("0.5")));
    expectRefusal(await edit({ "strategies.qty_child.maximum": 0.5 }, value("0.6")), 422, 2300, "at most 0.5");
  });

  test("strategies.sleep_interval.minimum: slices do not follow sooner", async () => {
    expectDone(await edit({ "strategies.sleep_interval.minimum": 2 }, pace(2)));
    expectRefusal(await edit({ "strategies.sleep_interval.minimum": 2 }, pace(1.9)), 422, 2300, "at least 2");
  });

  test("strategies.sleep_interval.maximum: slices do not follow later", async () => {
    expectDone(await edit({ "strategies.sleep_interval.maximum": 9 }, pace(9)));
    expectRefusal(await edit({ "strategies.sleep_interval.maximum": 9 }, pace(10)), 422, 2300, "at most 9");
  });
});
