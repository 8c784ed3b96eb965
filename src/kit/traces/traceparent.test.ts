import { expect, test } from "vitest";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`cc-${TRACE}-${SPAN}-01-what-comes-later`, true],
])("a traceparent names a span, and whether it is recorded: %s", (text, isSampled) => {
  expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

test.each([
  "",
  "00",
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-1`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01-${"x".repeat(200)}`,
])("what is not a traceparent is passed over: %s", (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

test("a span is named as it is read again", () => {
  const span = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(parseTraceparent(formatTraceparent(span))).toEqual(span);
});
