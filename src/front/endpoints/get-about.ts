import { json } from "../../kit/endpoint/output.ts";
import { aboutSchema } from "../about.ts";
import { endpoint } from "../front.ts";

/** Version and services. */
export const getAbout = endpoint({
  id: "front.getAbout",
  method: "GET",
  path: "/about",
  auth: "public",
  summary: "What runs here, as data",
  input: {},
  output: json(aboutSchema, { cacheControl: "no-cache" }),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "the services" }],

  run: ({ about }) => about,
});
