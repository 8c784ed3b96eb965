/** What the presence area refuses. */
import { errors } from "../../kit/errors/catalogue.ts";

export const presenceErrors = errors("presence", {
  tooManyReaders: { status: 503, says: "As many readers as possible are listening already. Try again later." },
});
