/** Messages for users' bots: none of them waits for bots that are gone or do not answer. */
import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../kit/auth/seal.ts";
import { fromMillis, plusMillis, type Instant } from "../../kit/time/instant.ts";
import { DAY_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import type { Caller } from "../caller.ts";
import { telegramBotStore } from "./sql/telegram-bots.ts";
import { insertMessage, messageQueue } from "./sql/telegram-messages.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const bots = telegramBotStore(db, makeSealer([{ id: "test", key: randomBytes(32) }]));
const queue = messageQueue(db);
const NOW = fromMillis(1_790_000_000_000);
const TOKEN = "123456:AAExampleExampleExampleExample00000";
/** Messages that a process attempts at once. */
const PLACES = 4;

beforeEach(() =>
  db.execute({ name: "test.forgetMessages", text: "truncate trading.telegram_messages, trading.telegram_bots" }),
);

/** Users with a bot, whose first message is gone. */
async function peopleWithBots(count: number): Promise<Caller[]> {
  const people: Caller[] = [];
  while (people.length < count) {
    const person = await newPerson(db);
    await bots.set(ownerOf(person), { botUrl: "https://api.telegram.org", token: TOKEN, chatId: "42" });
    people.push(person);
  }
  await db.execute({ name: "test.forgetHello", text: "truncate trading.telegram_messages" });
  return people;
}

const ownerOf = ({ ownerUid, uid }: Caller) => ({ ownerUid, uid, at: NOW });
const message = (uid: number, text: string) => ({ uid, text, at: NOW, expiresAt: plusMillis(NOW, DAY_MS) });
const enqueue = (uid: number, text: string) => db.transaction((tx) => insertMessage(tx, message(uid, text)));
const claim = async (at: Instant) => queue.claim(at, plusMillis(at, MINUTE_MS), PLACES);

test("messages that were enqueued while their users removed their bots keep no place from others", async () => {
  const [last, ...gone] = await peopleWithBots(PLACES + 1);
  for (const person of gone) {
    await db.transaction(async (tx) => {
      await insertMessage(tx, message(person.uid, "too late"));
      await bots.remove(ownerOf(person));
    });
  }
  await enqueue(last?.uid ?? 0, "for a bot that is there");
  expect((await claim(NOW)).map(({ text }) => text)).toEqual(["for a bot that is there"]);
});

test("a message for a bot that answers comes before older ones for bots that do not", async () => {
  const [last, ...silent] = await peopleWithBots(PLACES + 1);
  for (const { uid } of silent) for (const text of ["first", "second"]) await enqueue(uid, text);
  const attempted = await claim(NOW);
  expect(attempted.map(({ text }) => text)).toEqual(silent.map(() => "first"));
  for (const each of attempted) await queue.retryLater(each, "no answer within 10 s", plusMillis(NOW, MINUTE_MS));
  await enqueue(last?.uid ?? 0, "for a bot that answers");
  expect((await claim(NOW)).map(({ text }) => text).toSorted()).toEqual([
    "for a bot that answers",
    ...silent.slice(1).map(() => "second"),
  ]);
});
