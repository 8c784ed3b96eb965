/** The settings of the tape: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const tapeSettings = {
  tapeRecord: Type.Boolean({
    default: true,
    description: "Record best prices, trades and candles of every market that is followed.",
  }),
  tapeFlushSeconds: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 10,
    description: "How often what was recorded is written to files, in seconds. A crash loses at most so much.",
  }),
  tapeRetentionDays: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 30,
    description: "How many past days of recorded best prices and trades are kept. 0 for all.",
  }),
  tapeCandleRetentionDays: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 0,
    description: "How many past days of recorded candles are kept. 0 for all.",
  }),
  tapeMinimumFreeMegabytes: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 2_048,
    description: "Recording pauses while less than this is free on the disk, in megabytes.",
  }),
  tapeBufferRows: Type.Integer({
    minimum: 1_000,
    maximum: 50_000_000,
    default: 1_000_000,
    description: "Most rows of each kind that wait in memory to be written. What comes then is skipped and counted.",
  }),
  tapeMemoryMegabytes: Type.Integer({
    minimum: 64,
    maximum: 1_000_000,
    default: 256,
    description: "Most memory that the engine that reads and writes the files may use, in megabytes.",
  }),
  tapeThreads: Type.Integer({
    minimum: 1,
    maximum: 256,
    default: 1,
    description: "Threads of that engine, for each thing that it does.",
  }),
};
