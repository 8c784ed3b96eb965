import { afterAll, describe, expect, test } from "vitest";
import { loopbackServer } from "../../../test/support/loopback-server.ts";
import { outbound } from "../../kit/outbound/outbound.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { checkImages, MAX_IMAGE_BYTES } from "./check-images.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const JPEG = Buffer.from("ffd8ffe000104a464946", "hex");
const GIF = Buffer.from("GIF89a____");
const WEBP = Buffer.from("RIFF0000WEBPVP8 ");
const AVIF = Buffer.from("0000ftypavif0000");

const server = await loopbackServer(({ path }, response) => {
  const [status, type, body, location] = PAGES[path] ?? [404, "text/plain", "nothing"];
  response.writeHead(status, { "content-type": type, ...(location === undefined ? {} : { location }) }).end(body);
});
const PAGES: Record<string, [number, string, string | Buffer, string?]> = {
  "/a.png": [200, "image/png", PNG],
  "/a.jpg": [200, "image/jpeg; charset=binary", JPEG],
  "/a.gif": [200, "IMAGE/GIF", GIF],
  "/a.webp": [200, "image/webp", WEBP],
  "/a.avif": [200, "image/avif", AVIF],
  "/moved.png": [302, "text/plain", "", "/a.png"],
  "/page.html": [200, "text/html", "<html>"],
  "/drawing.svg": [200, "image/svg+xml", "<svg/>"],
  "/lies.png": [200, "image/png", "<html>not an image</html>"],
  "/large.png": [200, "image/png", Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES)])],
  "/inside.png": [302, "text/plain", "", "http://10.1.2.3/secret.png"],
};
const clock = systemClock();
const http = outbound({ allowPrivate: [`127.0.0.1:${server.port}`], userAgent: "test", clock });
const guarded = outbound({ allowPrivate: [], userAgent: "test", clock });

afterAll(async () => {
  await Promise.all([http.close(), guarded.close()]);
  await server.close();
});

describe("an image", () => {
  test.each(["/a.png", "/a.jpg", "/a.gif", "/a.webp", "/a.avif", "/moved.png"])("at %s is accepted", async (path) => {
    await expect(check(path)).resolves.toBeUndefined();
  });

  test.each([
    ["/none.png", "image2 is not accepted. The address answered 404."],
    ["/page.html", "image2 is not accepted. The file is not a PNG, JPEG, GIF, WebP or AVIF image."],
    ["/drawing.svg", "image2 is not accepted. The file is not a PNG, JPEG, GIF, WebP or AVIF image."],
    ["/lies.png", "image2 is not accepted. What is there says that it is an image, and is none."],
    ["/large.png", "image2 is not accepted. The image is larger than 5 MiB."],
    ["/inside.png", "image2 is not accepted. The server must be asked by https."],
  ])("at %s is refused, and told why", async (path, message) => {
    await expect(check(path)).rejects.toMatchObject({
      code: "2300",
      status: 422,
      message,
      fields: { details: { failed_validation: [{ parameter: "image2", function: "image" }] } },
    });
  });

  test.each([
    "http://127.0.0.1/a.png",
    "https://127.0.0.1/a.png",
    "https://[::1]/a.png",
    "https://169.254.169.254/latest/meta-data",
    "ftp://a.example/a.png",
    "https://user:password@a.example/a.png",
    "no address",
  ])("at %s is not even asked for", async (url) => {
    const before = server.seen.length;
    const refused = checkImages(guarded, [{ parameter: "image1", url }], new AbortController().signal);
    await expect(refused).rejects.toMatchObject({ code: "2300", status: 422 });
    expect(server.seen).toHaveLength(before);
  });
});

/** Between two that are fine. */
function check(path: string): Promise<void> {
  const images = ["/a.png", path, "/a.gif"].map((each, index) => ({
    parameter: `image${index + 1}`,
    url: `${server.url}${each}`,
  }));
  return checkImages(http, images, new AbortController().signal);
}
