/** Removes a person from the names of tribes, and from messages to others with such a name in them. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { withoutMentions } from "../core/mentions.ts";
import { jsonPatternsOf, namesIn, patternsOf, type Mentions } from "./mentions.ts";

/** Payloads that are in memory at once. */
const DELIVERIES_AT_ONCE = 500;

/** Tribes are called after their founders. Answers the ids of those that were, or are allied with such ones. */
export async function eraseFromTribes(tx: Transaction, mentions: Mentions): Promise<number[]> {
  const tribes = (await lockNamedTribes(tx, mentions)).flatMap((row) => {
    const name = withoutPerson(row.name, row.id, mentions);
    const alliances = alliancesWithout(row.alliances, mentions);
    return name === row.name && alliances === undefined ? [] : [{ id: row.id, name, alliances: alliances ?? null }];
  });
  if (tribes.length > 0) await updateTribes(tx, tribes);
  const former = (await listFormerNames(tx, mentions)).flatMap((row) => {
    const name = withoutPerson(row.name, row.tribe_id, mentions);
    return name === row.name ? [] : [{ ...row, erased: name }];
  });
  if (former.length > 0) await updateFormerNames(tx, former);
  return [...new Set([...tribes.map(({ id }) => id), ...former.map(({ tribe_id }) => tribe_id)])];
}

/** Deliveries of others that name a tribe which is called after the person. Answers how many. */
export async function eraseFromDeliveries(tx: Transaction, mentions: Mentions): Promise<number> {
  let count = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const rows = await listNamingDeliveries(tx, mentions.names, after);
    count += await eraseFromPayloads(tx, rows, mentions);
    after = rows.at(-1)?.id;
  }
  return count;
}

async function eraseFromPayloads(tx: Transaction, rows: readonly Delivery[], mentions: Mentions): Promise<number> {
  const changed = rows.flatMap(({ id, payload }) => {
    // Texts are changed and not values: the ids in them are longer than a number can hold.
    const erased = payload.replace(
      /("Name":)("(?:[^"\\]|\\.)*")/g,
      (_, member: string, text: string) =>
        member + JSON.stringify(withoutMentions(JSON.parse(text) as string, mentions.names, mentions.ids)),
    );
    return erased === payload ? [] : [{ id, payload: erased }];
  });
  if (changed.length > 0) await updateDeliveries(tx, changed);
  return changed.length;
}

function withoutPerson(name: string, tribeId: number, mentions: Mentions): string {
  return withoutMentions(name, namesIn(mentions, tribeId), mentions.ids);
}

interface Alliance {
  readonly id: number;
  readonly name: string;
  readonly tribes: readonly { readonly id: number; readonly name: string }[];
}

/** Undefined when they stay as they are. */
function alliancesWithout(text: string, mentions: Mentions): string | undefined {
  const alliances = JSON.parse(text) as readonly Alliance[];
  const erased = alliances.map((alliance) => ({
    ...alliance,
    name: withoutMentions(alliance.name, mentions.names, mentions.ids),
    tribes: alliance.tribes.map((tribe) => ({ ...tribe, name: withoutPerson(tribe.name, tribe.id, mentions) })),
  }));
  return JSON.stringify(erased) === JSON.stringify(alliances) ? undefined : JSON.stringify(erased);
}

/** Tribes that may be called after the person or allied with such, locked in the order of their ids. */
async function lockNamedTribes(
  tx: Transaction,
  mentions: Mentions,
): Promise<{ id: number; name: string; alliances: string }[]> {
  return tx.query({
    name: "players.lockNamedTribes",
    text: `select id, name, alliances from players.tribes
      where name like any ($1::text[]) or (id = any ($2::integer[]) and name like any ($3::text[]))
        or (alliances <> '[]' and alliances::text like any ($4::text[]))
      order by id for no key update`,
    values: [...patternsOf(mentions), jsonPatternsOf([...mentions.names, ...mentions.sharedNames])],
  });
}

/** Puts names in the place of what they were; no alliances are as they were. */
async function updateTribes(
  tx: Transaction,
  tribes: readonly { id: number; name: string; alliances: string | null }[],
): Promise<void> {
  await tx.execute({
    name: "players.updateErasedTribes",
    text: `update players.tribes t set name = v.name, alliances = coalesce(v.alliances, t.alliances)
      from unnest($1::integer[], $2::text[], $3::jsonb[]) as v (id, name, alliances) where t.id = v.id`,
    values: [tribes.map(({ id }) => id), tribes.map(({ name }) => name), tribes.map(({ alliances }) => alliances)],
  });
}

interface FormerName {
  readonly tribe_id: number;
  readonly name: string;
}

/** Names that tribes have had, and have now. */
async function listFormerNames(tx: Transaction, mentions: Mentions): Promise<FormerName[]> {
  return tx.query<FormerName>({
    name: "players.listFormerTribeNames",
    text: `select distinct tribe_id, name from players.tribe_names
      where name like any ($1::text[]) or (tribe_id = any ($2::integer[]) and name like any ($3::text[]))`,
    values: patternsOf(mentions),
  });
}

/** Puts names in the place of what they were. */
async function updateFormerNames(
  tx: Transaction,
  names: readonly (FormerName & { readonly erased: string })[],
): Promise<void> {
  await tx.execute({
    name: "players.updateErasedTribeNames",
    text: `update players.tribe_names n set name = v.erased
      from unnest($1::integer[], $2::text[], $3::text[]) as v (tribe_id, name, erased)
      where n.tribe_id = v.tribe_id and n.name = v.name`,
    values: [names.map(({ tribe_id }) => tribe_id), names.map(({ name }) => name), names.map(({ erased }) => erased)],
  });
}

interface Delivery {
  readonly id: number;
  readonly payload: string;
}

/** Some deliveries that have a name in them, in the order of their ids: there may be a hundred thousand of them. */
async function listNamingDeliveries(tx: Transaction, names: readonly string[], after: number): Promise<Delivery[]> {
  if (names.length === 0) return [];
  return tx.query<Delivery>({
    name: "players.listNamingDeliveries",
    text: `select id, payload from players.webhook_deliveries
      where payload::text like any ($1::text[]) and id > $2 order by id limit ${DELIVERIES_AT_ONCE} for update`,
    values: [jsonPatternsOf(names), after],
  });
}

/** Puts payloads in the place of what they were. */
async function updateDeliveries(tx: Transaction, changed: readonly { id: number; payload: string }[]): Promise<void> {
  await tx.execute({
    name: "players.updateErasedDeliveries",
    text: `update players.webhook_deliveries d set payload = v.payload
      from unnest($1::bigint[], $2::json[]) as v (id, payload) where d.id = v.id`,
    values: [changed.map(({ id }) => id), changed.map(({ payload }) => payload)],
  });
}
