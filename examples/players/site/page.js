/** Shows the list, and reads it again after each event. Players choose their names: they are set as text, never as HTML. */
const [state, online, latest] = ["state", "online", "latest"].map((id) => document.getElementById(id));
const SENTENCES = {
  joined: ({ Name, Server }) => `${Name} has joined ${Server}`,
  left: ({ Name, Server }) => `${Name} has left ${Server}`,
  moved: ({ Name, From, Server }) => `${Name} went from ${From} to ${Server}`,
};
const MOST_LINES = 20;
let lastEventId = "";
const seen = new Set();

function line(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

let timer;
/** Once for events that come together. */
function refresh(waitMs = 1_000) {
  timer ??= setTimeout(() => void showList(), waitMs);
}

async function showList() {
  timer = undefined;
  const answer = await fetch("/online").catch(() => undefined);
  if (!answer?.ok) return refresh(5_000);
  const players = await answer.json();
  online.replaceChildren(...players.map((each) => line(`${each.CharacterName || each.PlatformName}, ${each.Server}`)));
}

function show(name, event) {
  // After an interruption the last events come again, under their old ids.
  if (event.lastEventId && name in SENTENCES) {
    lastEventId = event.lastEventId;
    if (seen.has(lastEventId)) return;
    seen.add(lastEventId);
  }
  if (name in SENTENCES) latest.prepend(line(SENTENCES[name](JSON.parse(event.data))));
  while (latest.children.length > MOST_LINES) latest.lastChild.remove();
  refresh();
}

async function follow() {
  const again = () => {
    state.textContent = "The connection is lost; trying again...";
    setTimeout(() => void follow(), 2_000 + 3_000 * Math.random());
  };
  const answer = await fetch("/ticket", { method: "POST" }).catch(() => undefined);
  if (!answer?.ok) return again();
  const { url } = await answer.json();
  const events = new EventSource(`${url}&${new URLSearchParams({ lastEventId })}`);
  events.addEventListener("open", () => (state.textContent = "Live"));
  for (const name of ["open", "joined", "left", "moved", "reset"]) {
    events.addEventListener(name, (event) => show(name, event));
  }
  // The browser would come back with the same ticket, which is used up.
  events.addEventListener("error", () => {
    events.close();
    again();
  });
}

void follow();
