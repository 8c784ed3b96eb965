/** The page that the address names: its code is loaded, and it is shown again from the beginning for another address. */
import { Component, type ComponentChildren, type ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isReachable, type ServiceName } from "../live/about.ts";
import { failureOf, type Failure } from "../live/failure.ts";
import { noteFailure } from "../live/lost-sessions.ts";
import { matchPath } from "../live/match-path.ts";
import { path } from "../live/place.ts";
import { Failed, Loading } from "../parts/states.tsx";
import { texts } from "../say.ts";
import { NotFound } from "./not-found.tsx";
import { CALLBACK } from "./callback-page.ts";
import { HOME } from "./home-page.ts";
import { SERVICE_PAGES, type PageEntry, type PageProps } from "./pages.ts";

export function CurrentPage({ services }: { readonly services: readonly ServiceName[] }) {
  const shown = SERVICE_PAGES.filter(({ service }) => services.includes(service)).flatMap(({ pages }) => pages);
  for (const page of [HOME, CALLBACK, ...shown]) {
    const params = matchPath(page.path, path.value);
    if (params) return <Guarded key={path.value} page={page} params={params} />;
  }
  return <NotFound />;
}

function Guarded({ page, params }: PageProps & { readonly page: PageEntry }) {
  const [view, setView] = useState<{ readonly of: ComponentType<PageProps> }>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    setFailure(undefined);
    page.view().then(
      (of) => setView({ of }),
      // Browsers say it in words of their own.
      (error: unknown) => setFailure(noteFailure({ ...failureOf(error), message: texts.failures.noPage })),
    );
  }, [page]);
  useReloadWhenBack(failure !== undefined);
  if (failure) return <Failed failure={failure} again={reload} />;
  if (!view) return <Loading />;
  return (
    <Boundary>
      <view.of params={params} />
    </Boundary>
  );
}

function reload(): void {
  location.reload();
}

/** A page without its code shows nothing that could be lost. Each return of the server is worth one attempt. */
function useReloadWhenBack(isWanted: boolean): void {
  const isHere = isReachable.value;
  const wasHere = useRef(isHere);
  useEffect(() => {
    if (isWanted && isHere && !wasHere.current) reload();
    wasHere.current = isHere;
  }, [isWanted, isHere]);
}

/** What a page throws while it is shown ends the page, and not the console. */
class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly failure?: Failure }> {
  static override getDerivedStateFromError(error: unknown): { readonly failure: Failure } {
    return { failure: failureOf(error) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render() {
    const { failure } = this.state;
    return failure ? <Failed failure={failure} again={reload} /> : this.props.children;
  }
}
