/** GitHub on loopback: its device flow, and whose token it is. */
import { loopbackServer } from "./loopback-server.ts";

export interface FakeGithub {
  readonly url: string;
  /** The answer to the request for the token. */
  answer: "authorization_pending" | "slow_down" | "access_denied" | "token";
  /** Organizations that the user owns. At first none. */
  owned: readonly string[];
  close(): Promise<void>;
}

export async function fakeGithub(): Promise<FakeGithub> {
  const server = await loopbackServer(({ path }, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answerOf(path)));
  });

  function answerOf(path: string): unknown {
    if (path === "/login/device/code") {
      const shown = { user_code: "ABCD-1234", verification_uri: `${server.url}/login/device` };
      return { device_code: "device", ...shown, expires_in: 900, interval: 5 };
    }
    if (path === "/login/oauth/access_token") {
      if (made.answer === "token") return { access_token: "gho_test", token_type: "bearer" };
      return { error: made.answer, ...(made.answer === "slow_down" ? { interval: 10 } : {}) };
    }
    if (path === "/user") return { login: "octo" };
    return made.owned.map((login) => ({ state: "active", role: "admin", organization: { login } }));
  }

  const made: FakeGithub = {
    url: server.url,
    answer: "authorization_pending",
    owned: [],
    close: () => server.close(),
  };
  return made;
}
