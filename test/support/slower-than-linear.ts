/** Finds work that takes more than time in proportion to its input, without ever asserting a time. */

const TIMES_LONGER = 4;
/**
 * A text that is four times as long may take this many times as long: linear work takes four times, or somewhat more
 * where memory gets slower; quadratic work takes sixteen times.
 */
const MOST = 10;
/**
 * Below this nothing can be told from the noise of the garbage collector. Time is that of the processor, which other
 * processes do not lengthen.
 */
const NOISE_MS = 100;
/** How often both lengths are measured before a ratio counts. The shortest of all runs is compared. */
const ROUNDS = 8;
/** Times this long are not noise. Beside twenty busy programs, one measurement of linear work took 1.3 seconds. */
const CERTAIN_MS = 10_000;
const FIRST_LENGTH = 4 * 1024;

/**
 * Undefined when `work` is linear from 4 Ki characters up to `longest`. Lengths grow fourfold, so that work which is not
 * linear is found long before it would take minutes.
 *
 * @param work is given what `make` makes for a length; what it throws does not matter. Its promise is waited for.
 */
export async function slowerThanLinear<Input>(
  make: (length: number) => Input,
  work: (input: Input) => unknown,
  longest: number,
): Promise<string | undefined> {
  let shorter = make(FIRST_LENGTH);
  let before = await spentMs(work, shorter);
  let earlier = 0;
  for (let length = FIRST_LENGTH * TIMES_LONGER; length <= longest; length *= TIMES_LONGER) {
    const longer = make(length);
    let now = await spentMs(work, longer);
    for (let round = 1; isTooMuch(before, now) && now < CERTAIN_MS && round < ROUNDS; round++) {
      before = Math.min(before, await spentMs(work, shorter));
      now = Math.min(now, await spentMs(work, longer));
    }
    // A step at which memory gets slower comes once. Work that is not linear takes too long from each length to the next.
    if (isTooMuch(before, now) && now > earlier * MOST * MOST) {
      return `${length / TIMES_LONGER} characters take ${before.toFixed(1)} ms, ${length} take ${now.toFixed(1)} ms`;
    }
    [shorter, before, earlier] = [longer, now, before];
  }
  return undefined;
}

function isTooMuch(beforeMs: number, nowMs: number): boolean {
  return nowMs > NOISE_MS && nowMs > beforeMs * MOST;
}

/** Processor time of this process. */
async function spentMs<Input>(work: (input: Input) => unknown, input: Input): Promise<number> {
  const start = process.cpuUsage();
  try {
    await work(input);
  } catch {
    // A parser may refuse what it is given.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
