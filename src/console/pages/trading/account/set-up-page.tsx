/** The page for users who must set up a second factor before anything else. */
import { readTradingUser } from "../../../live/identity.ts";
import { go, query } from "../../../live/place.ts";
import { Page } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";
import { placeAfter } from "../../../live/place-after.ts";
import { SetUpSecondFactor } from "./set-up-second-factor.tsx";
import { SignedIn } from "./signed-in.tsx";

const T = texts.trading.secondFactor;

export function SetUpPage() {
  const done = async (): Promise<void> => {
    await readTradingUser();
    go(placeAfter(query.value.get("to")), { replace: true });
  };
  return (
    <Page title={T.title}>
      <div class="narrow">
        <SignedIn>{() => <SetUpSecondFactor onDone={() => void done()} />}</SignedIn>
      </div>
    </Page>
  );
}
