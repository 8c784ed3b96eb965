import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { endpoint } from "../../endpoint.ts";

/** Tells a page what to show first: the sign-in, with or without the key of the demo, or the lookup. */
export const getSession = endpoint({
  id: "sessions.getSession",
  method: "GET",
  path: "/Session",
  auth: "visitor",
  beyondSpec: true,
  summary: "See whether this browser is signed in",
  input: {},
  output: json(
    Type.Object(
      {
        SignedIn: Type.Boolean({ description: "`/Me` then says with which key" }),
        DemoOffered: Type.Boolean({ description: "`POST /Session` takes `Demo: true`" }),
      },
      { title: "SessionState", additionalProperties: false },
    ),
  ),
  errors: [],
  examples: [{ name: "without a session" }],

  async run({ keys, clock }, { actor: { shown } }) {
    const isSignedIn = async (): Promise<boolean> => {
      if (shown.kind !== "session") return false;
      try {
        await keys.ownerOf(shown.session.credential, clock.now());
        return true;
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return false;
        throw error;
      }
    };
    return { SignedIn: await isSignedIn(), DemoOffered: keys.offersDemo() };
  },
});
