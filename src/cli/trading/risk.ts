/** `tripod trading halt`, `resume` and `halts`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import type { HaltPlace, KeptHalt, RiskDeps } from "../../trading/engine/index.ts";
import { writeJson } from "../write-json.ts";
import { withTrading } from "./with-trading.ts";

export interface PlaceOptions {
  readonly account?: number;
  readonly key?: number;
  readonly strategy?: number;
  readonly reason: string;
}

export interface HaltOptions extends PlaceOptions {
  readonly reducing: boolean;
  readonly cancel: boolean;
}

export async function haltOrders(options: HaltOptions): Promise<void> {
  const { place, outcome } = await withTrading(async ({ clock }, { deps }) => {
    const by = await operatorAt(deps, options);
    const mode = options.reducing ? ("reducing" as const) : ("halted" as const);
    const halted = await deps.haltDesk.halt({
      ...by,
      mode,
      maySoften: true,
      isCancelling: options.cancel,
      at: clock.now(),
    });
    return { place: by.place, outcome: halted };
  });
  const { cancelled, unaware } = outcome;
  if (unaware > 0) {
    throw new UserError(
      `The halt is stored, and nothing new is allowed to be sent, but ${unaware} processes have not confirmed it: what ` +
        "they were allowed to send before may still leave. Stop these processes, or give the command again.",
    );
  }
  const what = options.reducing ? "only orders that make a position smaller are sent" : "no new order is sent";
  const cancels = options.cancel ? `; orders that are being cancelled: ${cancelled}` : "";
  process.stdout.write(`${nameOf(place)}: ${what}${cancels}\n`);
}

export async function resumeOrders(options: PlaceOptions): Promise<void> {
  const { place, left } = await withTrading(async ({ clock }, { deps }) => {
    const by = await operatorAt(deps, options);
    return { place: by.place, left: await deps.risk.resume({ ...by, at: clock.now() }) };
  });
  const rest = left.map((halt) => `${halt.source} (${nameOf(halt)})`).join(", ");
  const says = left.length === 0 ? "new orders pass" : `still halted by: ${rest}`;
  process.stdout.write(`${nameOf(place)}: ${says}\n`);
}

const MOST_SHOWN = 1000;

export async function listHalts({ json }: { readonly json: boolean }): Promise<void> {
  const halts = await withTrading((_, { deps }) => deps.risk.listOperatorHalts(MOST_SHOWN));
  if (json) return writeJson(halts.map(({ setAt, ...halt }) => ({ ...halt, setAt: formatInstant(setAt) })));
  process.stdout.write(halts.length === 0 ? "operators have halted nothing\n" : halts.map(lineOf).join(""));
}

function lineOf(halt: KeptHalt): string {
  return `${nameOf(halt)}: ${halt.mode} since ${formatInstant(halt.setAt)}  ${halt.reason}\n`;
}

/** The actor, and the place. */
async function operatorAt({ risk }: Pick<RiskDeps, "risk">, { account, key, strategy, reason }: PlaceOptions) {
  const place: HaltPlace =
    account !== undefined
      ? { scope: "account", id: account }
      : key !== undefined
        ? { scope: "key", id: key }
        : strategy !== undefined
          ? { scope: "strategy", id: strategy }
          : { scope: "platform", id: 0 };
  const ownerUid = place.scope === "platform" ? null : await risk.findOwner(place);
  if (ownerUid === undefined) throw new UserError(`There is no ${place.scope} ${place.id}.`);
  return { place, ownerUid, source: "operator", setBy: null, reason } as const;
}

function nameOf({ scope, id }: HaltPlace): string {
  return scope === "platform" ? "all accounts" : `${scope} ${id}`;
}
