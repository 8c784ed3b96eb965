/** Says that the session has ended while a page was open, and offers to sign in and come back to it. */
import { texts } from "../say.ts";
import { signInAddress } from "./states.tsx";

export function SessionEnded({ service }: { readonly service: "registry" | "players" | "trading" }) {
  return (
    <div class="aged" role="status">
      <span>{texts.states.sessionEnded}</span>
      <a class="button" href={signInAddress(service)}>
        {texts.states.signIn}
      </a>
    </div>
  );
}
