/** Mails to authors when an article of theirs was judged. */
import type { Article } from "./article.ts";

/** A mail about the article's state: rejected for a reason, or restored. */
export function reviewMail(
  name: string,
  { id, title, rejection }: Pick<Article, "id" | "title" | "rejection">,
): { readonly subject: string; readonly text: string } {
  const about = `article ${id}, "${title}",`;
  if (rejection === null) {
    const says = "was accepted. It is published from its date on. Its views earn money, also those from before.";
    return { subject: `Your article ${id} was accepted`, text: `Hello ${name},\n\nyour ${about} ${says}\n` };
  }
  const says = `was rejected. Only you see it now, and it earns nothing.`;
  const text = `Hello ${name},\n\nyour ${about} ${says}\n\nThe reason: ${rejection.reason}\n`;
  return { subject: `Your article ${id} was rejected`, text };
}
