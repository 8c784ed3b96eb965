/**
 * How many headlines a second one core classifies by tone, and how often the tones are right: for the half of the
 * labelled headlines that the lexicon was tuned on, and for the half that judges it.
 *
 *   npm run bench -- tone
 */
import { TONES } from "../src/trading/news/core/tone-lexicon.ts";
import { tonesOf } from "../src/trading/news/core/tone.ts";
import { figuresOf, labelledHeadlines, macroF1 } from "../test/support/labelled-headlines.ts";

const MEASURED_MS = 3_000;

const halves = labelledHeadlines();
const titles = Object.values(halves).flatMap((half) => half.map(({ title }) => title));

// Once over, so that the code is compiled when it counts.
for (const title of titles) tonesOf(title);
const began = performance.now();
let read = 0;
while (performance.now() - began < MEASURED_MS) {
  for (const title of titles) tonesOf(title);
  read += titles.length;
}
const rate = read / ((performance.now() - began) / 1_000);
console.log(`${Math.round(rate).toLocaleString("en")} headlines a second on one core (goal 1,000)`);

for (const [name, half] of Object.entries(halves)) {
  console.log(
    `\n${name}: macro-F1 ${macroF1(half).toFixed(2)}, of two readings ${macroF1(half, "readers").toFixed(2)}`,
  );
  for (const tone of TONES) {
    const figures = Object.entries(figuresOf(half, tone)).map(([what, value]) => `${what} ${value.toFixed(2)}`);
    console.log(`  ${tone.padEnd(11)} ${figures.join(", ")}`);
  }
}
