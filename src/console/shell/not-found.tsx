/** An address that names no page. */
import { Page } from "../parts/page.tsx";
import { texts } from "../say.ts";

export function NotFound() {
  return (
    <Page title={texts.shell.notFound}>
      <p>{texts.shell.notFoundWhy}</p>
      <p>
        <a href="/console">{texts.shell.toHome}</a>
      </p>
    </Page>
  );
}
