/**
 * Sign-in at GitHub with a code that the user types there (RFC 8628), which needs no address to come back to and no
 * client secret.
 */
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import type { HttpFetch } from "../exchanges/ports.ts";
import { reasonOfAnswer, sendForm } from "./send-form.ts";

export interface BegunDevice {
  /** Never shown: it gets the token. */
  readonly deviceCode: string;
  /** To be typed at `verificationUrl`. */
  readonly userCode: string;
  readonly verificationUrl: string;
  readonly lastsSeconds: number;
  /** To be waited before each question. */
  readonly waitSeconds: number;
}

export type DeviceAnswer = { readonly token: string } | { readonly waitSeconds: number };

export interface GithubDeviceLogin {
  /** @throws tokens.exchangeFailed */
  begin(): Promise<BegunDevice>;
  /** The user's access token, or how long to wait. @throws tokens.exchangeFailed when the user refused, or waited too long */
  poll(begun: Pick<BegunDevice, "deviceCode" | "waitSeconds">): Promise<DeviceAnswer>;
}

interface DeviceConfig {
  readonly githubUrl: string;
  readonly githubClientId: string;
}

/** Owners of organizations may publish for them, which the token must be able to show. */
const SCOPE = "read:org";
const WAIT_SECONDS = 5;
const Token = Type.String({ pattern: "^[\\x21-\\x7e]+$", maxLength: 4096 });
const Wait = Type.Integer({ minimum: 1, maximum: HOUR_SECONDS });

const begunShape = Compile(
  Type.Object({
    device_code: Type.String({ pattern: "^[\\x21-\\x7e]+$", maxLength: 500 }),
    user_code: Type.String({ pattern: "^[A-Za-z0-9-]+$", maxLength: 20 }),
    verification_uri: Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 500 }),
    expires_in: Wait,
    interval: Type.Optional(Wait),
  }),
);
const given = Compile(Type.Object({ access_token: Token }));
const slower = Compile(Type.Object({ interval: Wait }));

/** Undefined without a GitHub app. */
export function githubDeviceLogin(
  http: HttpFetch,
  { githubUrl, githubClientId }: DeviceConfig,
): GithubDeviceLogin | undefined {
  if (githubClientId === "") return undefined;
  const base = withoutTrailing(githubUrl, "/");
  return {
    async begin() {
      const answer = await sendForm(http, `${base}/login/device/code`, { client_id: githubClientId, scope: SCOPE });
      const { status, value } = answer;
      if (status !== 200 || !begunShape.Check(value))
        throw unauthorized(tokenErrors.exchangeFailed, `GitHub gave no code: ${reasonOfAnswer(answer)}`);
      return {
        deviceCode: value.device_code,
        userCode: value.user_code,
        verificationUrl: value.verification_uri,
        lastsSeconds: value.expires_in,
        waitSeconds: value.interval ?? WAIT_SECONDS,
      };
    },
    async poll({ deviceCode, waitSeconds }) {
      const answer = await sendForm(http, `${base}/login/oauth/access_token`, {
        client_id: githubClientId,
        device_code: deviceCode,
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      });
      const { value, refusal } = answer;
      if (given.Check(value)) return { token: value.access_token };
      switch (refusal) {
        case "authorization_pending":
          return { waitSeconds };
        case "slow_down":
          return { waitSeconds: slower.Check(value) ? value.interval : waitSeconds + WAIT_SECONDS };
        case "expired_token":
          throw unauthorized(tokenErrors.exchangeFailed, "the code was not typed at GitHub in time");
        case "access_denied":
          throw unauthorized(tokenErrors.exchangeFailed, "the user did not allow it at GitHub");
        default:
          throw unauthorized(tokenErrors.exchangeFailed, `GitHub gave no token: ${reasonOfAnswer(answer)}`);
      }
    },
  };
}
