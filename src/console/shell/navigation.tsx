/** The pages that the person may use, by service. On a phone it is a bar at the bottom that opens. */
import { useRef, useState } from "preact/hooks";
import { about } from "../live/about.ts";
import { opens, playersCaller, tradingUser } from "../live/identity.ts";
import { path } from "../live/place.ts";
import { isRegistryAdmin, registryCaller } from "../live/registry-caller.ts";
import { texts } from "../say.ts";
import { HOME } from "./home-page.ts";
import { SERVICE_PAGES, type Needs, type PageEntry, type ServicePages } from "./pages.ts";

export function Navigation() {
  const [isOpen, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const services = about.value?.services.map(({ name }) => name) ?? [];
  const shown = SERVICE_PAGES.filter(({ service }) => services.includes(service));
  return (
    <nav
      class={isOpen ? "navigation open" : "navigation"}
      aria-label={texts.shell.navigation}
      ref={nav}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        setOpen(false);
        nav.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
      }}
    >
      <div class="bar">
        <NavigationLink page={HOME} />
        {shown.map(({ service, title, pages }) => (
          <a
            key={service}
            href={pages[0]?.path ?? "/console"}
            aria-current={path.value.startsWith(`/console/${service}`) ? "true" : undefined}
          >
            {title}
          </a>
        ))}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {texts.shell.allPages}
        </button>
      </div>
      <div class="all" onClick={() => setOpen(false)}>
        <ul>
          <li>
            <NavigationLink page={HOME} />
          </li>
        </ul>
        {shown.map((of) => (
          <ServiceLinks key={of.service} of={of} />
        ))}
      </div>
    </nav>
  );
}

function ServiceLinks({ of: { service, title, pages } }: { readonly of: ServicePages }) {
  return (
    <section aria-labelledby={`nav-${service}`}>
      <h2 id={`nav-${service}`}>{title}</h2>
      <ul>
        {pages.filter(isShown).map((page) => (
          <li key={page.path}>
            <NavigationLink page={page} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NavigationLink({ page: { path: to, title } }: { readonly page: PageEntry }) {
  const isHere = path.value === to || (to !== "/console" && path.value.startsWith(`${to}/`));
  return (
    <a href={to} aria-current={isHere ? "page" : undefined}>
      {title}
    </a>
  );
}

/** Whether the navigation offers a page to the present caller. */
function isShown({ title, needs = "nothing", path: at }: PageEntry): boolean {
  if (title === undefined) return false;
  if (needs === "nothing") return true;
  if (at.startsWith("/console/registry/")) return isRegistryPageShown(needs);
  if (at.startsWith("/console/players/")) return isPlayersPageShown(needs);
  if (!at.startsWith("/console/trading/")) return true;
  const user = tradingUser.value;
  if (!user) return false;
  if (needs === "staff") return user.role !== "user";
  return needs === "admin" ? user.role === "admin" : true;
}

function isRegistryPageShown(needs: Needs): boolean {
  const caller = registryCaller.value;
  return caller !== undefined && caller !== null && (needs === "session" || isRegistryAdmin(caller));
}

function isPlayersPageShown(needs: Needs): boolean {
  const caller = playersCaller.value;
  return caller !== undefined && caller !== null && opens(caller, needs === "history" ? "history" : "admin");
}
