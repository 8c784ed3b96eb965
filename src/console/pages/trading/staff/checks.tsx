/** What the running program found of itself and of what this platform needs, for admins. */
import { Page } from "../../../parts/page.tsx";
import { ProgramChecks } from "../../../parts/program-checks.tsx";
import { texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";

export function Checks() {
  return (
    <Page title={texts.checks.pageTitle}>
      <SignedIn needs="admin">{() => <ProgramChecks service="trading" />}</SignedIn>
    </Page>
  );
}
