import { calculateImpliedVolatility } from "./calculate-implied-volatility.ts";

export const optionEndpoints = [calculateImpliedVolatility];
