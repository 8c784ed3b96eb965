import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { greeksOf, impliedVolatility, optionPrice } from "../core/black-scholes.ts";
import { optionErrors } from "../errors.ts";

/** Below the smallest one the figures have no numbers: products of them are 0. */
const price = (description: string) => Type.Number({ minimum: 1e-18, maximum: 1e12, description });

export const calculateImpliedVolatility = endpoint({
  id: "options.calculateImpliedVolatility",
  method: ["GET", "POST"],
  path: "/tests/black-scholes-implied-volatility-calculator",
  auth: "public",
  summary: "The volatility that an option's price implies",
  description:
    "By Black and Scholes, for a European option without dividends. Years and rates are fractions: 0.25 is a quarter of " +
    "a year, 0.05 are five percent a year, continuously compounded. The volatility is a year's: 0.2 is twenty percent. " +
    "Theta is for a year, vega and rho for a change of 1.00.",
  input: {
    params: Type.Object({
      option_price: price("Price of the option"),
      underlying_price: price("Price of the underlying"),
      strike: price("At which price it may be exercised"),
      time_to_expiry: Type.Number({ minimum: 1e-6, maximum: 100, description: "Years until it ends" }),
      rate: Type.Number({ minimum: -1, maximum: 1, default: 0, description: "Interest without risk, a year" }),
      option_type: Type.Enum(["call", "put"], { default: "call" }),
    }),
  },
  output: json(
    Type.Object({
      implied_volatility: Type.Number(),
      iterations: Type.Integer(),
      converged: Type.Boolean({ description: "False where the price hardly depends on the volatility" }),
      price: Type.Number({ description: "Of the option at this volatility" }),
      greeks: Type.Object({
        delta: Type.Number(),
        gamma: Type.Number(),
        vega: Type.Number(),
        theta: Type.Number(),
        rho: Type.Number(),
      }),
      inputs: Type.Object({
        option_price: Type.Number(),
        underlying_price: Type.Number(),
        strike: Type.Number(),
        time_to_expiry: Type.Number(),
        rate: Type.Number(),
        option_type: Type.String(),
      }),
    }),
  ),
  errors: [optionErrors.hopeless],
  examples: [
    {
      name: "a call near the money",
      query: { option_price: "4.76", underlying_price: "42", strike: "40", time_to_expiry: "0.5", rate: "0.1" },
    },
    {
      name: "a price below the value at once",
      query: { option_price: "1", underlying_price: "42", strike: "20", time_to_expiry: "0.5" },
      status: 422,
    },
    {
      name: "a price that is too small",
      query: { option_price: "1e-320", underlying_price: "1e-320", strike: "1e-320", time_to_expiry: "0.000001" },
      status: 422,
    },
  ],
  run(_deps, { input: { params } }) {
    const { option_price, underlying_price, strike, time_to_expiry, rate, option_type } = params;
    const terms = { type: option_type, underlying: underlying_price, strike, years: time_to_expiry, rate };
    const found = impliedVolatility(terms, option_price);
    if (!found) throw optionErrors.hopeless({ price: option_price });
    return {
      implied_volatility: found.volatility,
      iterations: found.iterations,
      converged: found.converged,
      price: optionPrice(terms, found.volatility),
      greeks: greeksOf(terms, found.volatility),
      inputs: { option_price, underlying_price, strike, time_to_expiry, rate, option_type },
    };
  },
});
