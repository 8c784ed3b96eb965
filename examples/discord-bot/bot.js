/** A Discord bot for an ARK cluster; README.md tells how to set it up. */
import { Client, Events, GatewayIntentBits, MessageFlags, Routes } from "discord.js";
import { answer, COMMANDS, suggestions } from "./answers.js";
import { follow } from "./feed.js";
import { lookup } from "./lookup.js";

const settings = {
  token: needed("DISCORD_TOKEN"),
  url: process.env["TRIPOD_URL"] || "http://127.0.0.1:8080",
  key: needed("TRIPOD_KEY"),
  guild: process.env["GUILD"] || undefined,
  feedChannel: process.env["FEED_CHANNEL"] || undefined,
  // Another Discord, for tests.
  api: process.env["DISCORD_API"] || undefined,
};
const ask = lookup(settings);
const stop = new AbortController();
const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  // No name that a player chose calls anybody.
  allowedMentions: { parse: [] },
  ...(settings.api ? { rest: { api: settings.api } } : {}),
});

client.once(Events.ClientReady, () => void begin());
client.on(Events.InteractionCreate, (interaction) => void respond(interaction));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    stop.abort();
    void client.destroy();
  });
}
try {
  await client.login(settings.token);
} catch (error) {
  fail(`Discord refused the login: ${error.message}`);
}

async function begin() {
  try {
    await (settings.guild
      ? client.application.commands.set(COMMANDS, settings.guild)
      : client.application.commands.set(COMMANDS));
  } catch (error) {
    fail(`Discord refused the commands: ${error.message}. See GUILD and the invitation in README.md.`);
  }
  console.log(`Ready as ${client.user.tag}.`);
  if (settings.feedChannel) await follow({ ...settings, tell: post, signal: stop.signal });
}

async function respond(interaction) {
  try {
    if (interaction.isAutocomplete()) {
      const found = await suggestions(ask, interaction.commandName, interaction.options.getFocused());
      await interaction.respond(found.map((name) => ({ name: name.slice(0, 100), value: name.slice(0, 100) })));
    } else if (interaction.isChatInputCommand()) {
      // Discord waits three seconds for an answer, and longer for one that was announced.
      await interaction.deferReply();
      const options = Object.fromEntries(interaction.options.data.map(({ name, value }) => [name, value]));
      await interaction.editReply(await answer(ask, interaction.commandName, options));
    }
  } catch (error) {
    console.error(`/${interaction.commandName} failed: ${error.cause?.code ?? error.message}`);
    if (interaction.deferred) {
      await interaction.editReply("The lookup does not answer. Try again later.").catch(() => undefined);
    }
  }
}

async function post(content) {
  const body = { content, flags: MessageFlags.SuppressEmbeds, allowed_mentions: { parse: [] } };
  await client.rest.post(Routes.channelMessages(settings.feedChannel), { body });
}

function needed(name) {
  const value = process.env[name];
  return value || fail(`Set ${name}: see README.md.`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
