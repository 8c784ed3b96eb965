/** Discord's gateway and interface on the loopback address, as far as a bot with slash commands uses them. */
import { WebSocketServer, type WebSocket } from "ws";
import { loopbackServer, type SeenRequest } from "./loopback-server.ts";

const APPLICATION = "100000000000000001";
const GUILD = "100000000000000002";
const USER = { id: "100000000000000003", username: "ann", discriminator: "0", avatar: null, global_name: null };
/** Kinds of interactions and of options (https://discord.com/developers/docs/interactions). */
const [COMMAND, AUTOCOMPLETE, TEXT_OPTION] = [2, 4, 3];

export interface FakeDiscord {
  /** For `DISCORD_API`. */
  readonly api: string;
  /** Commands that the bot has announced; undefined before. */
  commands(): readonly { readonly name: string }[] | undefined;
  /** A user enters a command. Answers the text that the bot writes in place of its first answer. */
  use(name: string, options: Readonly<Record<string, string>>): Promise<string>;
  /** A user types an option of a command. Answers what the bot offers. */
  type(name: string, option: string, text: string): Promise<readonly string[]>;
  /** Texts of messages in a channel. */
  messages(channel: string): readonly string[];
  /** Bodies of everything that the bot has written. */
  readonly written: readonly Record<string, unknown>[];
  close(): Promise<void>;
}

/** The bot is in one guild, and was invited there without the right to make commands: it makes them for all guilds. */
function refusalOf({ path }: SeenRequest) {
  if (!/\/guilds\/\d+\/commands$/.test(path)) return undefined;
  return { status: 403, message: "Missing Access", code: 50_001 };
}

export async function fakeDiscord(token: string): Promise<FakeDiscord> {
  const gateway = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  const bots: WebSocket[] = [];
  const answers = new Map<string, (body: Record<string, unknown>) => void>();
  const written: Record<string, unknown>[] = [];
  const messages: { channel: string; content: string }[] = [];
  let commands: { name: string }[] | undefined;
  let interactions = 0;

  gateway.on("connection", (socket) => {
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 30_000 } }));
    socket.on("message", (text: Buffer) => {
      const { op, d } = JSON.parse(text.toString()) as { op: number; d: { token?: string } };
      if (op === 1) socket.send(JSON.stringify({ op: 11 }));
      if (op !== 2) return;
      if (d.token !== token) return socket.close(4004, "Authentication failed.");
      bots.push(socket);
      const user = { id: APPLICATION, username: "tripod", discriminator: "0", avatar: null, bot: true };
      const { port } = gateway.address() as { port: number };
      const d2 = { v: 10, user, guilds: [], session_id: "s", application: { id: APPLICATION, flags: 0 } };
      const ready = { ...d2, resume_gateway_url: `ws://127.0.0.1:${port}` };
      socket.send(JSON.stringify({ op: 0, t: "READY", s: 1, d: ready }));
    });
  });

  const answerOf = ({ method, path, body }: SeenRequest): unknown => {
    const route = decodeURIComponent(path.replace(/^\/api\/v10/, "").replace(/\?.*$/, ""));
    const given = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    if (method !== "GET") written.push(given);
    if (route === "/gateway/bot") {
      const { port } = gateway.address() as { port: number };
      const session_start_limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
      return { url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit };
    }
    if (route.endsWith("/commands")) {
      commands = JSON.parse(body) as { name: string }[];
      return commands.map((each, at) => ({ ...each, id: `${at}`, application_id: APPLICATION, version: "1", type: 1 }));
    }
    const channel = /^\/channels\/(\d+)\/messages$/.exec(route);
    if (channel) {
      messages.push({ channel: channel[1] ?? "", content: String(given["content"]) });
      return {
        id: `${messages.length}`,
        channel_id: channel[1],
        author: USER,
        content: "",
        timestamp: "2026-01-01T00:00:00Z",
      };
    }
    const interaction = /^\/interactions\/\d+\/(\w+)\/callback$/.exec(route);
    if (interaction) {
      // 5 announces the answer, which then replaces the announcement; 8 offers choices.
      if (given["type"] !== 5) answers.get(interaction[1] ?? "")?.(given);
      return {};
    }
    const edited = /^\/webhooks\/\d+\/(\w+)\/messages\/@original$/.exec(route);
    if (edited) answers.get(edited[1] ?? "")?.(given);
    return { id: "1", channel_id: "1", author: USER, content: "", timestamp: "2026-01-01T00:00:00Z" };
  };
  const http = await loopbackServer((request, response) => {
    const isBot =
      request.headers.authorization === `Bot ${token}` || /\/(?:interactions|webhooks)\//.test(request.path);
    const refusal = isBot ? refusalOf(request) : { status: 401, message: "401: Unauthorized", code: 0 };
    response.writeHead(refusal?.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(refusal ?? answerOf(request)));
  });

  const interact = (type: number, name: string, options: readonly object[]): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      interactions += 1;
      const id = `${200_000_000_000_000_000n + BigInt(interactions)}`;
      answers.set(`token${interactions}`, resolve);
      const member = {
        user: USER,
        roles: [],
        permissions: "0",
        joined_at: "2026-01-01T00:00:00Z",
        deaf: false,
        mute: false,
      };
      const d = {
        id,
        application_id: APPLICATION,
        type,
        token: `token${interactions}`,
        version: 1,
        guild_id: GUILD,
        channel_id: "1",
        channel: { id: "1", type: 0 },
        member,
        locale: "en-US",
        entitlements: [],
        authorizing_integration_owners: {},
        attachment_size_limit: 1,
        data: { id: "1", name, type: 1, options },
      };
      bots.at(-1)?.send(JSON.stringify({ op: 0, t: "INTERACTION_CREATE", s: 1 + interactions, d }));
    });

  return {
    api: `${http.url}/api`,
    commands: () => commands,
    async use(name, options) {
      const given = Object.entries(options).map(([option, value]) => ({ name: option, type: TEXT_OPTION, value }));
      return String((await interact(COMMAND, name, given))["content"]);
    },
    async type(name, option, text) {
      const given = [{ name: option, type: TEXT_OPTION, value: text, focused: true }];
      const { data } = await interact(AUTOCOMPLETE, name, given);
      return (data as { choices: { value: string }[] }).choices.map(({ value }) => value);
    },
    messages: (channel) => messages.filter((each) => each.channel === channel).map(({ content }) => content),
    written,
    async close() {
      for (const socket of gateway.clients) socket.terminate();
      await new Promise((resolve) => gateway.close(resolve));
      await http.close();
    },
  };
}
