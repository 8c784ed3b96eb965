/** Spans of time: sorted lists of half-open spans that neither overlap nor touch. */

/** From its first millisecond up to, and not including, its last. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One list of all that any of the spans covers, in whatever order they come. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    if (toMs <= fromMs) continue;
    const last = joined.at(-1);
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else joined.push({ fromMs, toMs });
  }
  return joined;
}

/** The parts of `whole` that none of `taken` covers. Both are sorted lists. */
export function subtractSpans(whole: readonly Span[], taken: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = 0;
  for (const { fromMs, toMs } of whole) {
    let from = fromMs;
    while ((taken[at]?.toMs ?? Number.POSITIVE_INFINITY) <= from) at++;
    for (let next = at; from < toMs; next++) {
      const cut = taken[next];
      if (!cut || cut.fromMs >= toMs) {
        left.push({ fromMs: from, toMs });
        break;
      }
      if (cut.fromMs > from) left.push({ fromMs: from, toMs: cut.fromMs });
      from = Math.max(from, cut.toMs);
    }
  }
  return left;
}

/** The parts of the sorted `spans` in `[fromMs, toMs)`. */
export function cutSpans(spans: readonly Span[], fromMs: number, toMs: number): Span[] {
  return spans.flatMap((span) => {
    const cut = { fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) };
    return cut.fromMs < cut.toMs ? [cut] : [];
  });
}

/** The spans widened to whole multiples of a length since 1970; those that are then less than `nearMs` apart become one. */
export function widenSpans(spans: readonly Span[], lengthMs: number, nearMs = 0): Span[] {
  const wide = spans.map(({ fromMs, toMs }) => ({
    fromMs: Math.floor(fromMs / lengthMs) * lengthMs,
    toMs: Math.ceil(toMs / lengthMs) * lengthMs + nearMs,
  }));
  return joinSpans(wide).map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs - nearMs }));
}

/** The spans of steps of one length that begin at sorted times. */
export function spansOfSteps(starts: Iterable<number>, lengthMs: number): Span[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const fromMs of starts) {
    const last = spans.at(-1);
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, fromMs + lengthMs);
    else spans.push({ fromMs, toMs: fromMs + lengthMs });
  }
  return spans;
}
