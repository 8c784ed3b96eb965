/** The headlines that we wrote and labelled ourselves, and how often the lexicon agrees with their readers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/kit/config/package-root.ts";
import { TONES, type Tone } from "../../src/trading/news/core/tone-lexicon.ts";
import { tonesOf } from "../../src/trading/news/core/tone.ts";

export interface LabelledHeadline {
  /** The first reading's tones, and those of the second, which did not see the first. */
  readonly readings: readonly [first: readonly Tone[], second: readonly Tone[]];
  readonly title: string;
}

export interface ToneFigures {
  /** Of the headlines to which the lexicon gives the tone, the share in which both readings found it. */
  readonly precision: number;
  /** Of the headlines in which both readings found it, the share to which the lexicon gives it. */
  readonly recall: number;
  readonly f1: number;
  /** The F1 of the second reading, measured by the first: what two readers of one text reach. */
  readonly readers: number;
}

const FOLDER = join(packageRoot(), "src/trading/news/core/fixtures");

/** The lexicon was tuned on the one half and is judged by the other. */
export function labelledHeadlines(): { tuned: LabelledHeadline[]; judged: LabelledHeadline[] } {
  return { tuned: headlinesIn("headlines-for-tuning.txt"), judged: headlinesIn("headlines-for-judging.txt") };
}

function headlinesIn(file: string): LabelledHeadline[] {
  const lines = readFileSync(join(FOLDER, file), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map(headlineOf);
}

function headlineOf(line: string): LabelledHeadline {
  const [first = "", second = "", ...title] = line.split(" | ");
  return { readings: [tonesIn(first), tonesIn(second)], title: title.join(" | ") };
}

function tonesIn(label: string): Tone[] {
  if (label === "-") return [];
  return label.split(",").map((name) => {
    const tone = TONES.find((each) => each === name);
    if (!tone) throw new Error(`"${label}" is not a list of tones`);
    return tone;
  });
}

/** How often a tone is right. */
export function figuresOf(headlines: readonly LabelledHeadline[], tone: Tone): ToneFigures {
  const heard = headlines.map(({ readings }) => readings.map((reading) => reading.includes(tone)));
  const found = headlines.map(({ title }) => tonesOf(title).some((each) => each.tone === tone));
  const expected = heard.map(([first = false, second = false]) => first && second);
  const lexicon = agreement(found, expected);
  const readers = agreement(
    heard.map(([, second = false]) => second),
    heard.map(([first = false]) => first),
  );
  return { ...lexicon, readers: readers.f1 };
}

/** The mean of the tones' F1, each of which counts the same. */
export function macroF1(headlines: readonly LabelledHeadline[], of: "f1" | "readers" = "f1"): number {
  return TONES.reduce((sum, tone) => sum + figuresOf(headlines, tone)[of], 0) / TONES.length;
}

function agreement(found: readonly boolean[], expected: readonly boolean[]): Omit<ToneFigures, "readers"> {
  const right = found.filter((isFound, at) => isFound && expected[at]).length;
  const told = found.filter(Boolean).length;
  const wanted = expected.filter(Boolean).length;
  return {
    precision: right / Math.max(1, told),
    recall: right / Math.max(1, wanted),
    f1: (2 * right) / Math.max(1, told + wanted),
  };
}
