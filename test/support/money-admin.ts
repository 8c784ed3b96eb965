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

/** Makes users with other numbers than those of examples: these name the first user and its keys, who comes after. */
export async function besideExamples<Made>(world: TradingWorld, make: () => Promise<Made>): Promise<Made> {
  await numbersFrom(world, 1_900_001, 4001);
  const made = await make();
  await numbersFrom(world, 2_000_001, 5001);
  return made;
}

/** The numbers that the next user and the next key get. */
export async function numbersFrom({ platform }: TradingWorld, user: number, key: number): Promise<void> {
  for (const [name, next] of Object.entries({ users: user, api_keys: key })) {
    const text = `alter table trading.${name} alter column id restart with ${next}`;
    await platform.db.execute({ name: `test.${name}From${next}`, text });
  }
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
