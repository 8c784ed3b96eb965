import { fetchScript } from "./fetch-script.ts";
import { listCandles } from "./list-candles.ts";

export const chartEndpoints = [fetchScript, listCandles];
