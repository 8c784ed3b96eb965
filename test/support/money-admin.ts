/** An admin who moves money: in a session with a second factor. */
import { Secret, TOTP } from "otpauth";
import { toMillis } from "../../src/kit/time/instant.ts";
import { logIn, type ConsoleSession } from "./console-session.ts";
import type { TradingWorld } from "./trading-world.ts";

const PASSWORD = "Long-enough-1";

/** The session of a new admin, who has set up a second factor in it; each of `recoveryCodes` counts once. */
export async function moneyAdmin(
  world: TradingWorld,
): Promise<{ uid: number; login: string; session: ConsoleSession; recoveryCodes: readonly string[] }> {
  const { uid } = await world.person("admin");
  const login = (await world.trading.deps.accounts.find(uid))?.username ?? "";
  const session = await logIn(world, login, PASSWORD);
  const recoveryCodes = await turnOnSecondFactor(world, session);
  return { uid, login, session, recoveryCodes };
}

/** Turns the second factor on in a session; answers the recovery codes. */
export async function turnOnSecondFactor(world: TradingWorld, session: ConsoleSession): Promise<readonly string[]> {
  const begun = await session.post("user/two-factor/setup", { password: PASSWORD });
  if (begun.status !== 200) throw new Error(begun.text);
  const app = new TOTP({ secret: Secret.fromBase32(begun.json.data.secret) });
  const code = app.generate({ timestamp: toMillis(world.platform.clock.now()) });
  const on = await session.post("user/two-factor/confirm", { code });
  if (on.status !== 200) throw new Error(on.text);
  return on.json.data.recovery_codes as string[];
}
