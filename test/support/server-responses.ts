/** ServerResponses as another registry would send them. */
import { OFFICIAL_META } from "../../src/registry/servers/index.ts";

export interface ResponseParts {
  readonly status?: string;
  readonly statusMessage?: string;
  readonly isLatest?: boolean;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  /** More members of the document. */
  readonly server?: object;
  /** More members of `_meta`. */
  readonly meta?: object;
}

export function serverResponseOf(name: string, version: string, parts: ResponseParts = {}) {
  const publishedAt = parts.publishedAt ?? "2025-10-01T00:00:00.000001Z";
  return {
    server: { name, description: `What ${name} does.`, version, ...parts.server },
    _meta: {
      [OFFICIAL_META]: {
        status: parts.status ?? "active",
        ...(parts.statusMessage === undefined ? {} : { statusMessage: parts.statusMessage }),
        statusChangedAt: publishedAt,
        publishedAt,
        updatedAt: parts.updatedAt ?? publishedAt,
        isLatest: parts.isLatest ?? false,
      },
      ...parts.meta,
    },
  };
}

export async function* streamOf<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
