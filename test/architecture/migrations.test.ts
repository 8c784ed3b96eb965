/** What a migration takes away is said in docs/upgrade.md, because old processes may still run, and going back differs. */
import { describe, expect, test } from "vitest";
import { lossesIn } from "./migration-losses.ts";
import { filesBelow, readText } from "./source-files.ts";

const DOCUMENT = "docs/upgrade.md";
/** How the last cell of a row begins. */
const VERDICTS = ["goes on", "stop first"] as const;

/**
 * Migrations past which old processes must be stopped. All are from before the first release. None may be added: a
 * release drops only what the release before it does not use any more.
 */
const STOPPING = ["trading/0015", "trading/0025", "trading/0029", "trading/0036", "trading/0037"];

interface Row {
  readonly migration: string;
  readonly what: string;
  readonly verdict: string;
}

const rows: readonly Row[] = readText(DOCUMENT)
  .split("\n")
  .flatMap((line) => {
    const [, migration = "", what = "", verdict = ""] = line.split("|").map((cell) => cell.trim());
    return /^`\w+\/\d{4}`$/.test(migration) ? [{ migration: migration.slice(1, -1), what, verdict }] : [];
  });
const migrations = filesBelow("migrations").map((file) => ({
  migration: /^migrations\/(\w+\/\d{4})_/.exec(file)?.[1] ?? file,
  losses: lossesIn(readText(file)),
}));
const losing = migrations.filter(({ losses }) => losses.length > 0);

describe("migrations that drop, narrow or rewrite something", () => {
  test("are the ones that docs/upgrade.md lists", () => {
    expect(rows.map(({ migration }) => migration)).toEqual(losing.map(({ migration }) => migration));
  });

  test.each(losing)("$migration: the document names what it concerns", ({ migration, losses }) => {
    const { what = "" } = rows.find((row) => row.migration === migration) ?? {};
    const named = losses.flatMap(({ kind, name }) => {
      const [, table = name, column] = name.split(".");
      return kind === "drop column" ? [table, column ?? ""] : [table];
    });
    expect([...new Set(named)].filter((name) => !what.includes(`\`${name}\``))).toEqual([]);
  });

  test("each say whether old processes go on, and why", () => {
    for (const { migration, verdict } of rows) {
      expect(
        VERDICTS.filter((each) => verdict.startsWith(`${each}: `)),
        migration,
      ).toHaveLength(1);
      expect(verdict.split(": ")[1]?.length, migration).toBeGreaterThan(20);
    }
  });

  test("never stop the release before: the list of those that do has an end", () => {
    expect(rows.filter(({ verdict }) => verdict.startsWith("stop first")).map(({ migration }) => migration)).toEqual(
      STOPPING,
    );
  });
});

test.each([
  ["drop table a.b", ["drop table a.b"]],
  ["drop table if exists a.b, a.c cascade", ["drop table a.b", "drop table a.c"]],
  ["drop materialized view a.b", ["drop materialized view a.b"]],
  ["drop index concurrently a.b", ["drop index a.b"]],
  ["ALTER TABLE a.b\n  DROP COLUMN c,\n  drop d cascade", ["drop column a.b.c", "drop column a.b.d"]],
  [
    "alter table a.b drop constraint c, add constraint c check (d in (1, 2))",
    ["drop constraint a.b.c", "add constraint a.b.c"],
  ],
  ["alter table a.b add unique (c, d)", ["add constraint a.b.unique"]],
  ["alter table a.b rename column c to d", ["rename a.b.c"]],
  ["alter table a.b rename to c", ["rename a.b.to"]],
  ["alter table a.b alter column c type bigint", ["change type a.b.c"]],
  ["alter table a.b alter c set not null, alter c drop default", ["set not null a.b.c", "drop default a.b.c"]],
  ["alter table a.b add column c text not null", ["add not null a.b.c"]],
  ["alter table a.b add column c text not null default 'd'", []],
  ["alter table a.b add column c text", []],
  ["alter table a.b alter column c set default 0", []],
  ["create unique index c on a.b (d)", ["add unique a.b.c"]],
  ["create or replace view a.b as select 1", ["replace a.b"]],
  ["update a.b set c = 1", ["rewrite a.b"]],
  ["delete from only a.b", ["remove rows a.b"]],
  ["truncate a.b, a.c", ["remove rows a.b", "remove rows a.c"]],
  ["with c as (delete from a.b returning d) insert into a.d select d from c", ["rewrite a.b"]],
  ["do $$ begin drop table a.b; end $$", ["run do"]],
  ["create table a.b (c int); update a.b set c = 1; drop table a.b", []],
  ["drop table a.b; create view a.b as select 1", ["drop table a.b"]],
  ["-- drop table a.b\ncomment on table a.b is 'drop table a.b; x'; /* drop table a.b */", []],
  ["create function a.b() returns trigger language plpgsql as $$ begin delete from a.c; end $$", []],
  ["create trigger c before update or delete or truncate on a.b execute function a.d()", []],
])("the check finds what %s takes away", (sql, losses) => {
  expect(lossesIn(sql).map(({ kind, name }) => `${kind} ${name}`)).toEqual(losses);
});
