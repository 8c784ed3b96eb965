/** How fast profiles are read, on one core. */
import { writeProfile } from "../../src/players/demo/saves/profile-save.ts";
import { readSave } from "../../src/players/saves/index.ts";

const PROFILES = 200;
const SECONDS = 3;

/** Reads profiles of ASA of 50 to 115 KB, one after another, and prints how many a second. Returns that number. */
export function measureSaves(): number {
  const profiles = Array.from({ length: PROFILES }, (_, index) => oneProfile(index));
  const megabytes = profiles.reduce((sum, { length }) => sum + length, 0) / 1e6;
  readFor(profiles, 0.5);
  const perSecond = readFor(profiles, SECONDS);
  const mbPerSecond = (perSecond * megabytes) / PROFILES;
  console.log(
    `profiles read a second, ${Math.round((megabytes * 1_000) / PROFILES)} KB each: ` +
      `${Math.round(perSecond).toLocaleString("en")} (${Math.round(mbPerSecond).toLocaleString("en")} MB/s; at least 3,000)`,
  );
  return perSecond;
}

function oneProfile(index: number): Uint8Array {
  return writeProfile(
    {
      id: BigInt(100_000_000 + index),
      platformId: index.toString(16).padStart(32, "0002"),
      platformName: `Player ${index}`,
      characterName: index % 3 === 0 ? `Jürgen ${index}` : `Rex ${index}`,
      level: 60 + (index % 90),
      tribeId: 500_000_000 + (index % 20),
      experience: index * 1_000,
      engramPoints: index * 50,
      deaths: index,
      loginTime: 200_000_000 + index,
      mapName: "LostColony_WP",
      dataVersion: 3,
      networkAddress: "192.0.2.1",
      fullness: 0.5 + (index % 51) / 100,
    },
    7,
  );
}

function readFor(profiles: readonly Uint8Array[], seconds: number): number {
  const began = performance.now();
  const end = began + seconds * 1_000;
  let count = 0;
  while (performance.now() < end) {
    for (const bytes of profiles) readSave(bytes);
    count += profiles.length;
  }
  return (count * 1_000) / (performance.now() - began);
}
