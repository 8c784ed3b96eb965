/** The figures of an account, key or strategy as answers show them. */
import { Type, type Static } from "typebox";
import { fineProduct, formatFine } from "../../kit/money/fine.ts";
import { figuresOf, isIn, type PlaceMarks, type RiskFacts, type RiskPlace, type Worth } from "../engine/index.ts";
import { serviceCode } from "../shapes.ts";
import { money } from "./records.ts";

const orNull = <Schema extends typeof money>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const figuresRecord = Type.Object(
  {
    open_orders: Type.Integer({ minimum: 0 }),
    rejects_minute: Type.Integer({ minimum: 0, description: "Orders that exchanges refused in the last 60 seconds" }),
    result_day: orNull(money),
    drawdown: orNull(money),
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
      "from when a limit on them was set, and are 0 without one. Null where a currency has no rate",
  },
);

export function showFigures(
  facts: RiskFacts,
  place: RiskPlace,
  known: { readonly worth: Worth; readonly marks: readonly PlaceMarks[]; readonly today: string },
): Static<typeof figuresRecord> {
  const { worth, today } = known;
  const marks = known.marks.find((each) => each.place.scope === place.scope && each.place.id === place.id)?.marks;
  const figures = figuresOf(facts, place, { worth, marks, today });
  return {
    open_orders: figures.openOrders,
    rejects_minute: figures.rejectsMinute,
    result_day: shown(figures.resultDay),
    drawdown: shown(figures.drawdown),
    positions: positionsOf(facts, place, worth),
  };
}

function positionsOf(facts: RiskFacts, place: RiskPlace, worth: Worth): Static<typeof figuresRecord>["positions"] {
  const markets = new Map<string, { quantity: bigint; base: string | undefined }>();
  for (const each of facts.traded) {
    if (!isIn(each, place)) continue;
    const code = `${each.exchange}-${each.marketId}`;
    const known = markets.get(code) ?? { quantity: 0n, base: worth.currencies(each)?.base };
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
