import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanBody } from "./article-body.ts";

/** Pieces of HTML, put together by chance: allowed, dangerous, and broken. */
const piece = fc.constantFrom(
  "<p>",
  "</p>",
  "<b>",
  "</b>",
  '<a href="https://a.example/?a=1&b=2">',
  "<a href='javascript:alert(1)'>",
  '<a href="//evil.example">',
  "<a href=data:text/html,x onclick=x()>",
  "</a>",
  "<script>",
  "</script>",
  "<style>",
  "</style>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=x>",
  "<iframe src=x>",
  "<math><mtext>",
  "<!--",
  "-->",
  "<textarea>",
  "</textarea>",
  "<noscript>",
  "<h1>",
  "<table><tr><td>",
  "<ul><li>",
  "<br>",
  "text",
  "&lt;script&gt;",
  "&#x3C;img&#x3E;",
  "&amp;",
  "<",
  ">",
  '"',
  "'",
  "\n\n",
  "\n",
  " ",
  "`",
  "<a",
  "/>",
  '<p style="x:y" class=z>',
);
const markup = fc.oneof(
  fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join("")),
  fc.string(),
);

const TAGS = new Set("p br hr h2 h3 h4 strong b em i u s blockquote ul ol li a code pre".split(" "));

describe("a cleaned body", () => {
  test("has no element, attribute or address that was not allowed, whatever was written", () => {
    fc.assert(
      fc.property(markup, (written) => {
        for (const [, name = "", attributes = ""] of cleanBody(written).matchAll(/<\/?([^\s>/]+)([^>]*)>/g)) {
          expect(TAGS.has(name)).toBe(true);
          const names = [...attributes.matchAll(/\s([a-z-]+)="/g)].map(([, attribute]) => attribute);
          expect(names.every((each) => name === "a" && (each === "href" || each === "rel"))).toBe(true);
          const href = /href="([^"]*)"/.exec(attributes)?.[1];
          if (href !== undefined) expect(href).toMatch(/^(https?:\/\/|mailto:)/i);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is clean: cleaning it again changes nothing", () => {
    fc.assert(
      fc.property(markup, (written) => {
        const once = cleanBody(written);
        expect(cleanBody(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["<script>alert(1)</script><p>Good</p>", "<p>Good</p>"],
    ['<p onclick="x()">Good</p>', "<p>Good</p>"],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="nofollow noopener noreferrer ugc">x</a>'],
    [
      '<a href="https://a.example" target="_blank" rel="opener">x</a>',
      '<a href="https://a.example" rel="nofollow noopener noreferrer ugc">x</a>',
    ],
    ["One line.\nAnother.\n\n\nA paragraph, 1 < 2.", "<p>One line.<br />Another.</p>\n<p>A paragraph, 1 &lt; 2.</p>"],
    ['<img src="https://a.example/x.png">Text', "<p>Text</p>"],
    ['<a href="//evil.example">x</a>', '<a rel="nofollow noopener noreferrer ugc">x</a>'],
    ["<h1>Large</h1>", "<p>Large</p>"],
  ])("of %j is %j", (written, clean) => {
    expect(cleanBody(written)).toBe(clean);
  });
});
