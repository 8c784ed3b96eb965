/** The rules of what people see of a server before they use it: title, website, icons. */
import type { Icon } from "../../servers/index.ts";
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";
import { readUrl } from "./url-text.ts";

export function titleIssues(title: string | undefined): Issue[] {
  if (title === undefined || title.trim() !== "") return [];
  return [broken("title-whitespace-only", "title", "title cannot be only whitespace")];
}

export function websiteIssues(websiteUrl: string | undefined): Issue[] {
  if (!websiteUrl) return [];
  const read = readUrl(websiteUrl);
  if (read.kind === "relative") {
    return [broken("website-url-must-be-absolute", "websiteUrl", "websiteUrl must be absolute (include scheme)")];
  }
  if (read.kind === "invalid") return [broken("invalid-website-url", "websiteUrl", "websiteUrl is not a valid URL")];
  if (read.url.protocol === "https:") return [];
  return [broken("website-url-invalid-scheme", "websiteUrl", "websiteUrl must use the https scheme")];
}

export function iconIssues(icons: readonly Icon[] | undefined): Issue[] {
  return (icons ?? []).flatMap(({ src }, index) => {
    const path = `icons[${index}].src`;
    const read = readUrl(src);
    if (read.kind === "relative") return [broken("icon-src-not-absolute", path, "icon src must be an absolute URL")];
    if (read.kind === "invalid") return [broken("icon-src-invalid-url", path, "icon src must be a valid URL")];
    if (read.url.protocol === "https:") return [];
    const message = `icon src must use the https scheme (found ${read.url.protocol.slice(0, 20)})`;
    return [broken("icon-src-invalid-scheme", path, message)];
  });
}
