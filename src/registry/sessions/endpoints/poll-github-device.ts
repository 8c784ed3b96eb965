import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors, unauthorized } from "../../tokens/index.ts";
import { beginWith } from "../begin-with.ts";
import { begunLoginOf } from "../begun-login.ts";
import { callerSchema } from "../caller.ts";
import { sessionErrors } from "../errors.ts";

/** Asks GitHub whether the user has typed the code, and begins the session when it is so. */
export const pollGithubDevice = endpoint({
  id: "sessions.pollGithubDevice",
  method: "POST",
  path: "/auth/github-device/poll",
  auth: "visitor",
  summary: "See whether the user has signed in with GitHub",
  description:
    "What the session may publish is what `POST /auth/github-at` gives. The session is renewable: GitHub's token stays in its " +
    "cookie, sealed, and is asked again who the user is.",
  input: {},
  output: json(
    Type.Object(
      {
        wait_seconds: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
          description: "To be waited before the next question; null when the user is signed in",
        }),
        caller: Type.Union([callerSchema, Type.Null()], { description: "Null until the user is signed in" }),
      },
      { title: "GithubDeviceState", additionalProperties: false },
    ),
    { headers: { "set-cookie": "The session, when the user is signed in" } },
  ),
  errors: [
    tokenErrors.exchangeFailed,
    tokenErrors.notOffered,
    tokenErrors.blocked,
    sessionErrors.notBegun,
    sessionErrors.otherSite,
    sessionErrors.tooLong,
  ],
  limits: { cost: 5 },
  beyondSpec: true,
  examples: [{ name: "without a GitHub app", status: 404 }],

  async run(deps, { actor }) {
    const { githubDevice, tokens } = deps;
    if (actor.isFromOtherSite) throw sessionErrors.otherSite();
    if (!githubDevice) throw tokenErrors.notOffered({ method: "GitHub in browsers" });
    const begun = begunLoginOf(actor.begunLogin);
    if (begun?.kind !== "github") throw unauthorized(sessionErrors.notBegun);
    const answer = await githubDevice.poll(begun);
    if ("waitSeconds" in answer) return { wait_seconds: answer.waitSeconds, caller: null };
    const { token } = await tokens.exchangeGithubToken(answer.token);
    const renewal = { kind: "github", token: answer.token } as const;
    const { value, setCookie } = await beginWith(deps, token, { renewal });
    return withHeaders({ wait_seconds: null, caller: value }, { "set-cookie": setCookie });
  },
});
