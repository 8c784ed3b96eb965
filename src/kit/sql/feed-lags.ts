/** How far behind the feeds of this process are, for the metrics. */
export class FeedLags {
  readonly #lags = new Map<string, () => number>();

  /** A feed of the topic that is made again takes the place of the one before. */
  add(topic: string, lagMs: () => number): void {
    this.#lags.set(topic, lagMs);
  }

  /** Topics with milliseconds. */
  all(): [topic: string, lagMs: number][] {
    return [...this.#lags].map(([topic, lagMs]) => [topic, lagMs()]);
  }
}
