/** The frame of every page: navigation, top bar, the page itself, and what is announced. */
import { useEffect, useRef } from "preact/hooks";
import { about, watchAbout } from "../live/about.ts";
import { readIdentities } from "../live/identity.ts";
import { keepFocusIn } from "../live/kept-focus.ts";
import { lostSessions } from "../live/lost-sessions.ts";
import { followOtherPages } from "../live/other-pages.ts";
import { followLinks } from "../live/place.ts";
import { keepRegistryRenewed } from "../live/registry-renewal.ts";
import { Announcements } from "../parts/announce.tsx";
import { ClockNote } from "../parts/clock-note.tsx";
import { Loading } from "../parts/states.tsx";
import { texts } from "../say.ts";
import { CurrentPage } from "./current-page.tsx";
import { Navigation } from "./navigation.tsx";
import { TopBar } from "./top-bar.tsx";

export function App() {
  const main = useRef<HTMLElement>(null);
  useEffect(() => (main.current ? keepFocusIn(main.current) : undefined), []);
  useEffect(watchAbout, []);
  useEffect(followLinks, []);
  useEffect(keepRegistryRenewed, []);
  useEffect(() => followOtherPages(() => (lostSessions.value += 1)), []);
  const services = about.value?.services.map(({ name }) => name);
  const names = services?.join(" ");
  const lost = lostSessions.value;
  useEffect(() => {
    if (services) void readIdentities(services);
  }, [names, lost]);
  return (
    <>
      <a class="skip" href="#main">
        {texts.shell.skip}
      </a>
      <TopBar />
      <div class="frame">
        <Navigation />
        <main id="main" tabIndex={-1} ref={main}>
          <ClockNote />
          {services ? <CurrentPage services={services} /> : <Loading />}
        </main>
      </div>
      <Announcements />
    </>
  );
}
