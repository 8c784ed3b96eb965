/** The commands by which the operator stops new orders. They work beside processes that run, and without them. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { parseText } from "./parse-text.ts";
import type { HaltOptions, PlaceOptions } from "./trading/risk.ts";
import { uid } from "./uid-argument.ts";

/** Adds `halt`, `resume` and `halts` to `tripod trading`. */
export function addRiskCommands(trading: Command): void {
  withPlace(
    trading
      .command("halt")
      .description("stop new orders of all accounts, or of one; answers when no process sends any more")
      .requiredOption("--reason <text>", "why; users see it", parseText(1, 300))
      .option("--reducing", "let orders pass that make a position smaller", false)
      .option("--cancel", "also cancel what is open", false),
  ).action(async (options: HaltOptions) => {
    const { haltOrders } = await import("./trading/risk.ts");
    await haltOrders(options);
  });

  withPlace(
    trading
      .command("resume")
      .description("end what `halt` has set, for the same accounts; what users have halted stays so")
      .requiredOption("--reason <text>", "why; kept with the change", parseText(1, 300)),
  ).action(async (options: PlaceOptions) => {
    const { resumeOrders } = await import("./trading/risk.ts");
    await resumeOrders(options);
  });

  trading
    .command("halts")
    .description("show what operators have halted")
    .option("--json", "print it as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { listHalts } = await import("./trading/risk.ts");
      await listHalts(options);
    });
}

function withPlace(command: Command): Command {
  return command
    .addOption(new Option("--account <uid>", "only this main account").argParser(uid).conflicts(["key", "strategy"]))
    .addOption(new Option("--key <id>", "only this exchange key").argParser(placeId).conflicts("strategy"))
    .addOption(new Option("--strategy <id>", "only this strategy").argParser(placeId));
}

function placeId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a number.");
  return Number(text);
}
