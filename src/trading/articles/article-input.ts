/** The fields that an author sends, and the checked content made of them. */
import { Type } from "typebox";
import type { Outbound } from "../../kit/outbound/outbound.ts";
import { LAST_SECOND, NOT_BLANK } from "../shapes.ts";
import { cleanBody } from "./article-body.ts";
import { checkImages } from "./check-images.ts";
import { shortTexts, TEXT_LIMITS, tidyLine, type ArticleTexts } from "./core/article-texts.ts";
import { articleErrors } from "./errors.ts";

const { title, brief, body } = TEXT_LIMITS;

export const textParams = {
  title: Type.String({
    minLength: title.minimum,
    maxLength: title.maximum,
    pattern: NOT_BLANK,
    description: "Plain text",
  }),
  brief: Type.String({
    minLength: brief.minimum,
    maxLength: brief.maximum,
    pattern: NOT_BLANK,
    description: "Plain text",
  }),
  body: Type.String({
    minLength: body.minimum,
    maxLength: body.maximum,
    description: "HTML with paragraphs, headings, lists, quotes, code and links, or plain text",
  }),
} as const;

export const publishDate = Type.Integer({
  minimum: 100_000,
  maximum: LAST_SECOND,
  description: "When it is published, in seconds since 1970; at once if that is over",
});

const image = Type.Optional(
  Type.String({ maxLength: 2_048, description: "Address (https) of a PNG, JPEG, GIF, WebP or AVIF image" }),
);

export const imageParams = { image1: image, image2: image, image3: image, image4: image, image5: image, image6: image };

export type ImageParams = { readonly [Name in keyof typeof imageParams]?: string | undefined };

const IMAGE_NAMES = ["image1", "image2", "image3", "image4", "image5", "image6"] as const;

/**
 * The texts as they are kept.
 *
 * @throws articleErrors.tooShort when less than the minimum is left of one.
 */
export function checkTexts(sent: ArticleTexts): ArticleTexts {
  const texts = { title: tidyLine(sent.title), brief: tidyLine(sent.brief), body: cleanBody(sent.body) };
  const short = shortTexts(texts);
  if (short.length > 0) {
    throw articleErrors.tooShort({ texts: short.join(", "), details: { incorrect_value_lengths: short } });
  }
  return texts;
}

/**
 * The addresses of the images: those of `before` in their places, except where another was sent (or nothing, which takes
 * it away). Only new ones are looked at.
 *
 * @throws articleErrors.badImage
 */
export async function checkedImages(
  http: Pick<Outbound, "request">,
  before: readonly string[],
  sent: ImageParams,
  signal: AbortSignal,
): Promise<string[]> {
  const places = IMAGE_NAMES.map((parameter, index) => ({
    parameter,
    url: (sent[parameter] ?? before[index] ?? "").trim(),
  }));
  const given = places.filter(({ url }) => url !== "");
  const unseen = given.filter(({ url }) => !before.includes(url));
  await checkImages(http, unseen, signal);
  return [...new Set(given.map(({ url }) => url))];
}
