import { text, withHeaders } from "../../kit/endpoint/output.ts";
import { endpoint } from "../front.ts";
import { FRONT_STYLE } from "../front-page.ts";
import { stillPagePolicy } from "../html.ts";

const POLICY = stillPagePolicy(FRONT_STYLE);

/** The page that names the services that run here. */
export const showFrontPage = endpoint({
  id: "front.showFrontPage",
  method: "GET",
  path: "/",
  auth: "public",
  summary: "What runs here",
  input: {},
  output: text("text/html; charset=utf-8", {
    cacheControl: "no-cache",
    headers: { "content-security-policy": "It loads nothing, and cannot be framed" },
  }),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "the page" }],

  run: ({ page }) => withHeaders(page, { "content-security-policy": POLICY }),
});
