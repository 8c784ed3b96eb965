import fc from "fast-check";
import { expect, test } from "vitest";
import { planStories, type PlannedArticle, type StoryCandidate } from "./plan-stories.ts";
import { naivePlan, type NaiveStories } from "./plan-stories.naive.ts";
import { storyPrint } from "./story-print.ts";

/** Few words, so that many titles are alike. */
const WORDS = ["kraken", "lists", "four", "tokens", "monday", "again", "7", "8"];
const title = fc.subarray(WORDS, { minLength: 3 }).map((words) => words.join(" "));
const keywords = fc.subarray(["kraken", "bitcoin"]);
const article = fc
  .record({ address: fc.nat(30), title, keywords, content: fc.nat(2) })
  .map((given): PlannedArticle => ({
    urlKey: `url ${given.address}`,
    contentKey: `content ${given.content}`,
    print: storyPrint(given.title),
    keywords: given.keywords,
  }));
/** Of one look: a feed's addresses are already distinct. */
const look = fc.uniqueArray(article, { maxLength: 12, selector: ({ urlKey }) => urlKey });
const source = fc.constantFrom("A", "B", "C");

const FIRST_ID = 100;

test("what becomes of the articles of many looks is what storing one after the other makes of them", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(fc.tuple(source, look), { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (looks, most) => {
      const known: NaiveStories = { sightings: [], prints: [] };
      let nextId = FIRST_ID;
      for (const [from, articles] of looks) {
        const candidates = new Map<number, readonly StoryCandidate[]>(
          articles.map(({ print }, place) => {
            const sharing = known.prints.filter(({ bands }) => bands.some((band) => print.bands.includes(band)));
            return [place, sharing.toSorted((one, other) => one.articleId - other.articleId).slice(0, most)];
          }),
        );
        const sightings = [...known.sightings];
        const plan = planStories(from, articles, { sightings, candidates, most });
        const naive = naivePlan(from, articles, known, { most, nextId });
        const ids = new Map<number, number>();
        for (const [place, { kind }] of plan.entries()) if (kind === "added") ids.set(place, nextId++);
        const said = plan.map((planned) => {
          if (planned.kind === "edited") return `edited ${planned.articleId}`;
          if (planned.kind !== "echo") return planned.kind;
          const { story } = planned;
          return `echo of ${"place" in story ? ids.get(story.place) : story.articleId}`;
        });
        expect(said).toEqual(naive);
        for (const planned of plan)
          seen.add(planned.kind === "echo" && "place" in planned.story ? "echo of the same look" : planned.kind);
      }
    }),
    { numRuns: 500 },
  );
  expect([...seen].toSorted()).toEqual(["added", "echo", "echo of the same look", "edited", "noted", "same"]);
});
