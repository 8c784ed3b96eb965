/** The figures of an account, key or strategy as answers show them. */
import { Type, type Static } from "typebox";
import { fineProduct, formatFine } from "../../kit/money/fine.ts";
import { figuresOf, measure, type RiskFacts, type RiskPlace, type Worth } from "../engine/index.ts";
import { serviceCode } from "../shapes.ts";
import { money } from "./records.ts";

const orNull = <Schema extends typeof money>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const figuresRecord = Type.Object(
  {
    open_orders: Type.Integer({ minimum: 0 }),
    rejects_minute: Type.Integer({ minimum: 0, description: "Orders that exchanges refused in the last 60 seconds" }),
    result_day: orNull(money),
    drawdown: orNull(money),
    money: Type.Enum(["real", "simulated"], {
      description: "What the results and the rejects are of: real money where there is any",
    }),
    without_rate: Type.Array(Type.String(), {
      description:
        "Currencies and markets that keep the results unknown. Until they have a rate, limits on results refuse orders that do not " +
        "make a position smaller. Connect an exchange that has a market of them in USD or a stablecoin, or take the limits away",
    }),
    positions: Type.Array(
      Type.Object({
        code: serviceCode,
        quantity: Type.String({ description: "Base units that were bought less those that were sold; a decimal" }),
        value: orNull(money),
      }),
    ),
  },
  {
    title: "RiskFigures",
    description:
      "What limits are compared with. Results count trades of the platform at the rates of now, less fees. They are measured " +
      "from when a limit on them was set, and are 0 without one. Null where a currency has no rate. `open_orders` counts all orders; " +
      "an order is compared with those of its own kind of money",
  },
);

/** @param facts of the place */
export function showFigures(
  facts: RiskFacts,
  place: RiskPlace,
  known: Parameters<typeof measure>[2],
): Static<typeof figuresRecord> {
  const measured = measure(facts, place, known);
  const figures = figuresOf(facts, place, measured);
  return {
    open_orders: facts.working.reduce((total, { count }) => total + count, 0),
    rejects_minute: figures.rejectsMinute,
    result_day: shown(figures.resultDay),
    drawdown: shown(figures.drawdown),
    money: measured.isReal ? "real" : "simulated",
    without_rate: [...measured.withoutRate],
    positions: positionsOf(facts, known.worth),
  };
}

function positionsOf(facts: RiskFacts, worth: Worth): Static<typeof figuresRecord>["positions"] {
  const markets = new Map<string, { quantity: bigint; base: string | undefined }>();
  for (const each of facts.traded) {
    const code = `${each.exchange}-${each.marketId}`;
    const known = markets.get(code) ?? { quantity: 0n, base: each.currencies?.base };
    markets.set(code, { ...known, quantity: known.quantity + each.base });
  }
  return [...markets]
    .filter(([, { quantity }]) => quantity !== 0n)
    .map(([code, { quantity, base }]) => {
      const rate = base === undefined ? undefined : worth.usd(base);
      return {
        code,
        quantity: formatFine(quantity),
        value: rate === undefined ? null : shown(fineProduct(quantity, rate, "down")),
      };
    });
}

function shown(value: bigint): string;
function shown(value: bigint | undefined): string | null;
function shown(value: bigint | undefined): string | null {
  return value === undefined ? null : formatFine(value);
}
