// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";

export interface CalculateImpliedVolatilityParams {
  /** Price of the option. 1e-18 to 1000000000000. */
  option_price: number;
  /** Price of the underlying. 1e-18 to 1000000000000. */
  underlying_price: number;
  /** At which price it may be exercised. 1e-18 to 1000000000000. */
  strike: number;
  /** Years until it ends. 0.000001 to 100. */
  time_to_expiry: number;
  /** Interest without risk, a year. -1 to 1. Default: 0. */
  rate?: number;
  /** Default: "call". */
  option_type?: "call" | "put";
}

export interface CalculateImpliedVolatilityResult {
  implied_volatility: number;
  iterations: number;
  /** False where the price hardly depends on the volatility. */
  converged: boolean;
  /** Of the option at this volatility. */
  price: number;
  greeks: {
    delta: number;
    gamma: number;
    vega: number;
    theta: number;
    rho: number;
  };
  inputs: {
    option_price: number;
    underlying_price: number;
    strike: number;
    time_to_expiry: number;
    rate: number;
    option_type: string;
  };
}

export interface OptionsOperations {
  /**
   * The volatility that an option's price implies. By Black and Scholes, for a European option without dividends.
   * Years and rates are fractions: 0.25 is a quarter of a year, 0.05 are five percent a year, continuously
   * compounded. The volatility is a year's: 0.2 is twenty percent. Theta is for a year, vega and rho for a change of
   * 1.00.
   */
  calculateImpliedVolatility(params: CalculateImpliedVolatilityParams, options?: CallOptions): Promise<CalculateImpliedVolatilityResult>;
}
