/** A tribe of the simulated cluster, with the list and the log that its save holds. */

/** The part of a log that the game keeps. */
const MOST_LINES = 400;

const GREEN = "0, 1, 0, 1";
const RED = "1, 0, 0, 1";

/** A survivor as a tribe's log names him. */
export interface Named {
  readonly id: bigint;
  readonly characterName: string;
}

export class Tribe {
  readonly id: number;
  name: string;
  ownerId: bigint;
  readonly adminIds = new Set<bigint>();
  /** The members that the save lists, with their last names there. Some who have left may still be in it. */
  readonly listed = new Map<bigint, string>();
  readonly allies = new Map<number, string>();
  /** Servers that keep a file of it. */
  readonly servers = new Set<string>();
  readonly log: string[] = [];
  /** Of the newest line, counted since the tribe was founded. */
  logIndex = 0;
  dinos = 0;

  constructor(id: number, name: string, ownerId: bigint) {
    this.id = id;
    this.name = name;
    this.ownerId = ownerId;
  }

  /** `day` as `gameDay` writes it. */
  add(day: string, member: Named): void {
    this.listed.set(member.id, member.characterName);
    this.#write(day, GREEN, `${withId(member)} was added to the Tribe!`);
  }

  promote(day: string, member: Named, by: Named): void {
    this.adminIds.add(member.id);
    this.#write(day, GREEN, `${withId(member)} was promoted to a Tribe Admin by ${withId(by)}!`);
  }

  /** Some versions of the game leave the name in the list. */
  leave(day: string, member: Named, staysListed: boolean): void {
    this.#drop(member, staysListed);
    this.#write(day, RED, `${withId(member)} has left the Tribe!`);
  }

  remove(day: string, member: Named, by: Named): void {
    this.#drop(member, false);
    this.#write(day, RED, `${withId(member)} was removed from the Tribe by ${withId(by)}!`);
  }

  tame(day: string, by: Named, species: string, level: number): void {
    this.dinos++;
    this.#write(day, GREEN, `${by.characterName} Tamed a ${species} - Lvl ${level} (${species})!`);
  }

  lose(day: string, species: string, level: number, killer: string): void {
    this.dinos = Math.max(0, this.dinos - 1);
    this.#write(day, RED, `Your ${species} - Lvl ${level} (${species}) was killed by a ${killer} - Lvl ${level + 7}!`);
  }

  mourn(day: string, member: Named, level: number, killer: string): void {
    const victim = `Tribemember ${member.characterName} - Lvl ${level}`;
    this.#write(day, RED, `${victim} was killed by a ${killer} - Lvl ${level + 12}!`);
  }

  #drop(member: Named, staysListed: boolean): void {
    this.adminIds.delete(member.id);
    if (!staysListed) this.listed.delete(member.id);
  }

  #write(day: string, color: string, text: string): void {
    this.log.push(`${day}: <RichColor Color="${color}">${text}</>`);
    this.logIndex++;
    if (this.log.length > MOST_LINES) this.log.shift();
  }
}

function withId({ id, characterName }: Named): string {
  return `${characterName} with ID ${id}`;
}
