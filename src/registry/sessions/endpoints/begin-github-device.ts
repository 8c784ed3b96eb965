import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../../tokens/index.ts";
import { keepLogin } from "../begun-login.ts";
import { sessionErrors } from "../errors.ts";

/** Shows a code that the user types at GitHub. */
export const beginGithubDevice = endpoint({
  id: "sessions.beginGithubDevice",
  method: "POST",
  path: "/auth/github-device",
  auth: "visitor",
  summary: "Begin to sign a browser in with GitHub",
  description:
    "The user types `user_code` at `verification_uri`. Call `POST /auth/github-device/poll` in the same browser every " +
    "`wait_seconds` until it answers a caller.",
  input: {},
  output: json(
    Type.Object(
      {
        user_code: Type.String({ description: "To be typed at GitHub" }),
        verification_uri: Type.String({ description: "Where" }),
        lasts_seconds: Type.Integer({ minimum: 1, description: "How long the code counts" }),
        wait_seconds: Type.Integer({ minimum: 1, description: "To be waited before each question" }),
      },
      { title: "BegunGithubDevice", additionalProperties: false },
    ),
    { headers: { "set-cookie": "The browser must show it when it asks" } },
  ),
  errors: [tokenErrors.exchangeFailed, tokenErrors.notOffered, sessionErrors.otherSite],
  limits: { attempts: { requests: 60, windowSeconds: 900 } },
  beyondSpec: true,
  examples: [{ name: "without a GitHub app", status: 404 }],

  async run({ githubDevice, begunLogins, clock }, { actor }) {
    if (actor.isFromOtherSite) throw sessionErrors.otherSite();
    if (!githubDevice) throw tokenErrors.notOffered({ method: "GitHub in browsers" });
    const { deviceCode, userCode, verificationUrl, lastsSeconds, waitSeconds } = await githubDevice.begin();
    const when = { now: clock.now(), lastsSeconds };
    const cookie = keepLogin(begunLogins, { kind: "github", deviceCode, waitSeconds }, when);
    const shown = {
      user_code: userCode,
      verification_uri: verificationUrl,
      lasts_seconds: lastsSeconds,
      wait_seconds: waitSeconds,
    };
    return withHeaders(shown, { "set-cookie": cookie });
  },
});
