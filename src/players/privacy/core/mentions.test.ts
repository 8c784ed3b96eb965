import { describe, expect, test } from "vitest";
import { namesToErase, withoutMentions } from "./mentions.ts";

const ids = new Set(["123"]);

describe("a text without a person", () => {
  test.each([
    ["Anna tamed a Rex!", "[erased] tamed a Rex!", "keeps what is said of it"],
    ["Anna, anna and Annabel", "[erased], anna and Annabel", "keeps other names"],
    ["Anna_2 and Anna2", "Anna_2 and Anna2", "keeps names that go on"],
    ["Tribe of Anna (Anna)", "Tribe of [erased] ([erased])", "loses each mention"],
    ["Anna Rex left", "[erased] left", "loses the longest name"],
    ["小明 and 小明明", "[erased] and 小明明", "knows letters of every script"],
    ["a.b+c joined, aXb+c too", "[erased] joined, aXb+c too", "takes names word for word"],
    ["x-X_a/b_X-x joined", "[erased] joined", "takes names with hyphens and slashes"],
    ["$1 joined", "[erased] joined", "takes names of signs"],
    ["Anna with ID 123 left", "[erased] left", "loses the id with the name"],
    ["Bob with ID 123, Bob with ID 1234, 123", "Bob with ID [erased], Bob with ID 1234, 123", "loses only its own id"],
  ])("%j: %s (%s)", (text, expected) => {
    expect(withoutMentions(text, ["Anna", "Anna Rex", "小明", "a.b+c", "$1", "x-X_a/b_X-x", "", "  "], ids)).toBe(
      expected,
    );
  });
});

describe("of a line of which is known what it tells", () => {
  test.each<[object | null, string[], string]>([
    [null, ["Rex"], "every name counts"],
    [{ kind: "starved", victim: { name: "Tusk", species: "Rex" } }, [], "a species is not a person"],
    [{ kind: "starved", victim: { name: "Rex", species: "Rex" } }, ["Rex"], "unless a person has the same name"],
    [{ kind: "memberAdded", member: { name: "Rex", id: "999" } }, [], "others of that name stay"],
    [{ kind: "memberAdded", member: { name: "Rex", id: "123" } }, ["Rex"], "the person goes"],
    [{ kind: "memberAdded", member: { name: "Old", id: "123" } }, ["Rex", "Old"], "by a name that was forgotten"],
    [{ kind: "demolished", structure: "Rex", by: { name: "Bob" } }, [], "a structure is not a person"],
    [{ kind: "demolished", structure: "Wall", by: { name: "Rex" } }, ["Rex"], "the actor is removed"],
  ])("%j: %j, as %s", (event, expected) => {
    expect(namesToErase(event, ["Rex"], ids)).toEqual(expected);
  });
});
