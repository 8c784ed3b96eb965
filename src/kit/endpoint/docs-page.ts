/**
 * `/openapi/<service>.json` and a page at `/docs` that shows them, served from here: it works without a network.
 * The page's program is 4 MB, so it is loaded when somebody first opens the page.
 */
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import type { MountedService } from "./http-services.ts";
import { openApi } from "./openapi.ts";
import { isFresh, tagOf } from "./conditional.ts";

/** The page runs its own inline program, and talks to nobody but this server. */
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'";

export async function mountDocsPage(app: FastifyInstance, services: readonly MountedService[]): Promise<void> {
  const documented = services.filter((service) => service.documented !== false);
  for (const { form, endpoints } of documented) {
    const body = JSON.stringify(openApi(form, endpoints));
    const tag = tagOf(body);
    app.route({
      method: ["GET", "HEAD"],
      url: `/openapi/${form.name}.json`,
      handler: (request, reply) => {
        reply.header("access-control-allow-origin", "*").header("etag", `"${tag}"`).header("cache-control", "no-cache");
        if (isFresh(request.headers["if-none-match"], tag)) return reply.code(304).send();
        return reply.header("content-type", "application/json; charset=utf-8").send(body);
      },
    });
  }

  let page: Promise<FastifyInstance> | undefined;
  const handler = async (request: { url: string }, reply: FastifyReply) => {
    page ??= docsApp(documented).catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    const answer = await (await page).inject({ method: "GET", url: request.url });
    for (const name of ["content-type", "location", "cache-control"]) {
      const value = answer.headers[name];
      if (typeof value === "string") reply.header(name, value);
    }
    return reply
      .code(answer.statusCode)
      .header("content-security-policy", PAGE_POLICY)
      .header("x-content-type-options", "nosniff")
      .send(answer.rawPayload);
  };
  for (const url of ["/docs", "/docs/*"]) app.route({ method: ["GET", "HEAD"], url, handler });
  app.addHook("onClose", async () => {
    await (await page)?.close();
  });
}

async function docsApp(services: readonly MountedService[]): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const inner = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await inner.register(scalar, {
    routePrefix: "/docs",
    configuration: {
      sources: services.map(({ form }) => ({
        title: form.title,
        slug: form.name,
        url: `/openapi/${form.name}.json`,
      })),
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // These offer services of other people's servers.
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
      pageTitle: "Tripod: interfaces",
    },
  });
  await inner.ready();
  return inner;
}
