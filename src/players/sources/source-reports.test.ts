import { describe, expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { RconError } from "../rcon/index.ts";
import { SourceReports } from "./source-reports.ts";

const GOOD = { isGood: true, kind: "ok", says: "It answers." };
const REFUSED = new RconError("wrongPassword", "RCON refused the password.");
const DOWN = new RconError("unreachable", "RCON cannot be reached.");

function world() {
  const clock = manualClock();
  const log = keptLog();
  const written: string[] = [];
  const storage = { fails: false, isSlow: false };
  const reports = new SourceReports({
    server: "island",
    system: {
      async reportSource(server, source, { isGood, says }) {
        if (storage.isSlow) await clock.sleep(1_000);
        if (storage.fails) throw new Error("the database is away");
        written.push(`${server} ${source} ${isGood ? "good" : "bad"}: ${says}`);
      },
    },
    clock,
    log,
    everyMs: 60_000,
  });
  return {
    clock,
    log,
    written,
    storage,
    reports,
    told: () => log.entries.map((entry) => `${entry.level} ${entry.message}`),
  };
}

describe("a word of a source", () => {
  test("is written when it changes, and else once a minute", async () => {
    const { clock, written, reports } = world();
    for (let poll = 0; poll < 8; poll++) {
      reports.tell("rcon", GOOD);
      await clock.advance(15_000);
    }
    expect(written).toEqual(["island rcon good: It answers.", "island rcon good: It answers."]);
    reports.fail("rcon", DOWN);
    await clock.advance(0);
    expect(written.at(-1)).toBe("island rcon bad: RCON cannot be reached.");
  });

  test("is logged once when trouble begins, becomes another, and ends", async () => {
    const { clock, reports, told } = world();
    for (const word of [GOOD, GOOD]) reports.tell("rcon", word);
    for (const error of [DOWN, DOWN, REFUSED, REFUSED]) reports.fail("rcon", error);
    reports.tell("rcon", GOOD);
    await clock.advance(0);
    expect(told()).toEqual([
      "warn island RCON: RCON cannot be reached.",
      "warn island RCON: RCON refused the password.",
      "info island RCON: It answers.",
    ]);
  });

  test("is logged with its detail, which is written apart", async () => {
    const { clock, reports, told, written } = world();
    reports.fail(
      "rcon",
      new RconError("unreachable", "RCON cannot be reached.", { detail: "It is at ark.lan:27020." }),
    );
    await clock.advance(0);
    expect(told()).toEqual(["warn island RCON: RCON cannot be reached. It is at ark.lan:27020."]);
    expect(written).toEqual(["island rcon bad: RCON cannot be reached."]);
  });

  test("is the last one, when several come while one is written", async () => {
    const { clock, written, reports, storage } = world();
    storage.isSlow = true;
    reports.tell("query", GOOD);
    reports.tell("query", { ...GOOD, says: "passed over" });
    reports.tell("query", { ...GOOD, says: "last" });
    await clock.advance(5_000);
    expect(written).toEqual(["island query good: It answers.", "island query good: last"]);
  });

  test("that could not be written is written the next time, and the failure is logged once", async () => {
    const { clock, written, reports, storage, told } = world();
    storage.fails = true;
    reports.tell("rcon", GOOD);
    await clock.advance(1_000);
    reports.tell("rcon", GOOD);
    await clock.advance(1_000);
    storage.fails = false;
    reports.tell("rcon", GOOD);
    await clock.advance(1_000);
    expect(written).toEqual(["island rcon good: It answers."]);
    expect(told()).toEqual(["warn island: its state could not be stored"]);
  });

  test("of a released server is not written any more", async () => {
    const { clock, written, reports } = world();
    await reports.close();
    reports.tell("rcon", GOOD);
    await clock.advance(1_000);
    expect(written).toEqual([]);
  });
});

describe("trouble", () => {
  test.each([
    [
      "that lasts keeps its sentence while the server is left alone",
      new RconError("unreachable", "... for another 7 s.", { cause: DOWN }),
      "RCON cannot be reached.",
    ],
    ["of settings is shown unchanged", new UserError("The password cannot be read."), "The password cannot be read."],
    [
      "that was unexpected shows nothing of itself",
      new Error("secret"),
      "It could not be asked, for a reason that was not foreseen; the log tells more.",
    ],
  ])("%s", (_what, error, says) => {
    const { reports } = world();
    reports.fail("rcon", error);
    expect(reports.words().rcon).toMatchObject({ isGood: false, says });
  });
});
