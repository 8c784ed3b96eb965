import { expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { remembered } from "./remembered.ts";

test("a question is asked once at a time and once in its time, and again after a failure", async () => {
  const clock = manualClock();
  const answers: ((value: number | Error) => void)[] = [];
  const ask = remembered(
    clock,
    1_000,
    () =>
      new Promise<number>((resolve, reject) =>
        answers.push((value) => (value instanceof Error ? reject(value) : resolve(value))),
      ),
  );
  const [one, two] = [ask(), ask()];
  expect(answers).toHaveLength(1);
  answers[0]?.(new Error("away"));
  await expect(one).rejects.toThrow("away");
  await expect(two).rejects.toThrow("away");

  const three = ask();
  answers[1]?.(3);
  expect(await three).toBe(3);
  await clock.advance(999);
  expect(await ask()).toBe(3);
  expect(answers).toHaveLength(2);
  await clock.advance(1);
  const four = ask();
  answers[2]?.(4);
  expect(await four).toBe(4);
});

test("a question that is never answered is asked again, and its late answer does not replace a newer one", async () => {
  const clock = manualClock();
  const answers: ((value: number) => void)[] = [];
  const ask = remembered(clock, 1_000, () => new Promise<number>((resolve) => answers.push(resolve)));
  const lost = ask();
  await clock.advance(119_999);
  void ask();
  expect(answers).toHaveLength(1);
  await clock.advance(1);
  const second = ask();
  expect(answers).toHaveLength(2);
  answers[1]?.(2);
  expect(await second).toBe(2);
  answers[0]?.(1);
  expect(await lost).toBe(1);
  expect(await ask()).toBe(2);
});
