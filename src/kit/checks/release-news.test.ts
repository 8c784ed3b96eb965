import { expect, test } from "vitest";
import { releaseNews } from "./release-news.ts";

const changelog = `# Changelog

Changes.

## Pending

### Added

- Not released.

## 1.2.0 (2026-01-31)

### Added

- A thing over
  two lines ([how](docs/thing.md#here)), told in [a page](docs/page.md).
- Another.

### Fixed

- What was wrong.

## 1.2.0-rc.1

### Added

- Older.
`;

test("the news of a release are the items of its own section, each in one line without links and without remarks that are only links", () => {
  expect(releaseNews(changelog, "1.2.0")).toEqual([
    { kind: "Added", says: "A thing over two lines, told in a page." },
    { kind: "Added", says: "Another." },
    { kind: "Fixed", says: "What was wrong." },
  ]);
  expect(releaseNews(changelog, "1.2.0-rc.1")).toEqual([{ kind: "Added", says: "Older." }]);
});

test("a version without a section has the pending news, and an empty changelog has none", () => {
  expect(releaseNews(changelog, "1.3.0")).toEqual([{ kind: "Added", says: "Not released." }]);
  expect(releaseNews("", "1.3.0")).toEqual([]);
});
