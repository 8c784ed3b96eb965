/** Who joins, leaves and changes servers, for a channel. */
import { setTimeout } from "node:timers/promises";
import { shown } from "./answers.js";

/** What happens within this time becomes one message. */
const TOGETHER_MS = 2_000;
const MAX_CHARACTERS = 1_900;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Follows the lookup's events until it is told to stop. After an interruption it goes on where it was.
 *
 * @param {{ url: string, key: string, tell: (text: string) => Promise<unknown>, signal: AbortSignal }} settings
 */
export async function follow({ url, key, tell, signal }) {
  const waiting = [];
  const teller = tellTogether({ waiting, tell, signal });
  let lastEventId = "";
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const headers = { authorization: key, ...(lastEventId ? { "last-event-id": lastEventId } : {}) };
      const response = await fetch(new URL("/Online/Events", url), { headers, signal });
      if (!response.ok) throw new Error(`the lookup answered ${response.status}`);
      for await (const event of eventsOf(response.body)) {
        failures = 0;
        lastEventId = event.id || lastEventId;
        const sentence = sentenceOf(event);
        if (sentence) waiting.push(sentence);
      }
    } catch (error) {
      if (!signal.aborted) console.error(`The feed was interrupted: ${error.cause?.code ?? error.message}`);
    }
    const pauseMs = Math.min(1_000 * 2 ** failures, LONGEST_PAUSE_MS);
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  await teller;
}

async function tellTogether({ waiting, tell, signal }) {
  while (!signal.aborted) {
    await setTimeout(TOGETHER_MS, undefined, { signal }).catch(() => undefined);
    while (waiting.length > 0) {
      let text = "";
      while (waiting.length > 0 && text.length + waiting[0].length < MAX_CHARACTERS) text += `${waiting.shift()}\n`;
      await tell(text.trim()).catch((error) => console.error(`A message was not taken: ${error.message}`));
    }
  }
}

function sentenceOf({ name, data }) {
  if (name !== "joined" && name !== "left" && name !== "moved") return undefined;
  const { Name, PlatformId, Server } = JSON.parse(data);
  const who = `**${shown((Name || PlatformId).slice(0, 100))}**`;
  return {
    joined: `${who} joined ${shown(Server)}`,
    left: `${who} left ${shown(Server)}`,
    moved: `${who} is on ${shown(Server)} now`,
  }[name];
}

/** The events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
async function* eventsOf(body) {
  let rest = "";
  let event = { name: "message", id: "", data: "" };
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line === "") {
        if (event.data !== "" || event.id !== "") yield event;
        event = { name: "message", id: "", data: "" };
        continue;
      }
      const at = line.indexOf(":");
      const [field, value] = [line.slice(0, at), line.slice(at + 1).trimStart()];
      if (field === "event") event.name = value;
      else if (field === "data" || field === "id") event[field] += value;
    }
  }
}
