/** Looks at the images of an article once, when they are given: each is public, of a kind that is shown, and not too large. */
import type { Outbound } from "../../kit/outbound/outbound.ts";
import { OutboundError } from "../../kit/outbound/error.ts";
import { IMAGE_TYPES, imageKind } from "./core/image-kind.ts";
import { articleErrors } from "./errors.ts";

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const REDIRECTS = 3;

export interface GivenImage {
  /** The parameter that it was given in: `image1`. */
  readonly parameter: string;
  readonly url: string;
}

/**
 * Fetches each image, all at the same time.
 *
 * @throws articleErrors.badImage for the first that is not an image.
 */
export async function checkImages(
  http: Pick<Outbound, "request">,
  images: readonly GivenImage[],
  signal: AbortSignal,
): Promise<void> {
  const problems = await Promise.all(images.map(({ url }) => problemOf(http, url, signal)));
  for (const [index, { parameter }] of images.entries()) {
    const reason = problems[index];
    if (reason === undefined) continue;
    const failed = [{ parameter, function: "image" }];
    throw articleErrors.badImage({ parameter, reason, details: { failed_validation: failed } });
  }
}

/** The problem of the image, in words for the author. */
async function problemOf(
  http: Pick<Outbound, "request">,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let answer;
  try {
    const headers = { accept: [...IMAGE_TYPES].join(", ") };
    answer = await http.request({
      url,
      headers,
      maxBytes: MAX_IMAGE_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: REDIRECTS,
      signal,
    });
  } catch (error) {
    if (error instanceof OutboundError) return reasonOf(error);
    throw error;
  }
  if (answer.status !== 200) return `The address answered ${answer.status}.`;
  const type = (answer.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!IMAGE_TYPES.has(type)) return "The file is not a PNG, JPEG, GIF, WebP or AVIF image.";
  if (imageKind(answer.body) === undefined) return "What is there says that it is an image, and is none.";
  return undefined;
}

function reasonOf({ kind, reason }: OutboundError): string {
  return kind === "tooLarge" ? `The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MiB.` : reason;
}
