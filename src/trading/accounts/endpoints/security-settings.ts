import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { ACCESSES } from "../../caller.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, seconds } from "../../shapes.ts";
import { userSettings } from "../user-settings.ts";
import type { AccountDeps, TwoFactorDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { checkMayChange, requireUser } from "../prove.ts";
import type { ShownApiKey } from "../store.ts";

const { login_alerts, session_timeout } = userSettings.properties;

const ranges = Type.Array(Type.String(), { description: "Addresses and CIDR ranges; empty for any" });

const apiKey = Type.Object(
  {
    id,
    label: Type.String(),
    key_masked: Type.String(),
    access: Type.Enum([...ACCESSES]),
    ip_whitelist: ranges,
    last_used: Type.Union([seconds, Type.Null()]),
    time_created: seconds,
  },
  { title: "SecurityApiKey" },
);

export const securitySettings = endpoint({
  id: "accounts.securitySettings",
  method: ["GET", "POST"],
  path: "/user/security-settings",
  auth: "user",
  summary: "How the account is protected",
  description: "`login_alerts` and `session_timeout`, where they are given, are set, which needs full access.",
  input: { params: Type.Partial(Type.Object({ login_alerts, session_timeout })) },
  output: json(
    Type.Object({
      twofactor: Type.Boolean(),
      twofactor_method: Type.Literal("totp"),
      recovery_codes_left: Type.Integer({ minimum: 0 }),
      ip_whitelist: Type.Array(Type.String(), {
        description: "From where the user's API keys can be used; empty when one of them can be from anywhere",
      }),
      login_alerts,
      withdraw_whitelist: Type.Boolean({ description: "Whether withdrawals go to addresses of a list only" }),
      session_timeout,
      password_changed: seconds,
      api_keys: Type.Array(apiKey),
      applies_to_subaccounts: Type.Boolean(),
    }),
  ),
  errors: [accountErrors.readOnly, accountErrors.notInPlan],
  examples: [
    { name: "shown" },
    { name: "sessions that end sooner", body: { session_timeout: 900 } },
    { name: "sessions that never end", body: { session_timeout: 0 }, status: 422 },
  ],

  async run({ accounts, twoFactor, clock }: AccountDeps & TwoFactorDeps & ClockDeps, { input: { params }, actor }) {
    const user = await requireUser(accounts, actor.uid);
    const isChange = Object.keys(params).length > 0;
    if (isChange) checkMayChange(actor);
    const settings = isChange
      ? await accounts.changeSettings(user, params, clock.now())
      : await accounts.settings(actor.uid);
    const keys = await accounts.listApiKeys(actor.uid);
    return {
      twofactor: user.hasTwoFactor,
      twofactor_method: "totp" as const,
      recovery_codes_left: user.hasTwoFactor ? await twoFactor.countRecoveryCodes(actor.uid) : 0,
      ip_whitelist: rangesOf(keys),
      login_alerts: settings.login_alerts,
      withdraw_whitelist: await accounts.hasWithdrawWhitelist(actor.ownerUid, clock.now()),
      session_timeout: settings.session_timeout,
      password_changed: toSeconds(user.passwordChangedAt),
      api_keys: keys.map(viewOf),
      applies_to_subaccounts: true,
    };
  },
});

/** Where calls with a key may come from. If one key is open, the ranges of the others say nothing. */
function rangesOf(keys: readonly ShownApiKey[]): string[] {
  if (keys.some(({ addresses }) => addresses.length === 0)) return [];
  return [...new Set(keys.flatMap(({ addresses }) => addresses))].sort();
}

function viewOf({ id: keyId, key, label, access, addresses, createdAt, lastUsedAt }: ShownApiKey) {
  return {
    id: String(keyId),
    label,
    key_masked: `${key.slice(0, 4)}...${key.slice(-4)}`,
    access,
    ip_whitelist: [...addresses],
    last_used: lastUsedAt === null ? null : toSeconds(lastUsedAt),
    time_created: toSeconds(createdAt),
  };
}
