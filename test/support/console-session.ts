/** A user at the console: a session over HTTP, with its cookie and its CSRF token. */
import type { TradingWorld } from "./trading-world.ts";

type Answer = Awaited<ReturnType<TradingWorld["ask"]>>;
type Params = Readonly<Record<string, string | number | boolean>>;

export interface ConsoleSession {
  /** Cookie and CSRF token. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string, params?: Params): Promise<Answer>;
  /** With the CSRF token. */
  post(path: string, params?: Params): Promise<Answer>;
}

/** Logs in; `more` holds a code where one is needed. */
export async function logIn(world: TradingWorld, login: string, password: string, more: Params = {}) {
  const answer = await world.ask("POST", "session/login", { params: { login, password, ...more } });
  if (answer.status !== 200) throw new Error(`the login is answered ${answer.text}`);
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const headers = { cookie, "x-csrf-token": String(answer.json.data.csrf_token) };
  const session: ConsoleSession = {
    headers,
    get: (path, params = {}) => world.ask("GET", path, { headers: { cookie }, params }),
    post: (path, params = {}) => world.ask("POST", path, { headers, params }),
  };
  return session;
}
