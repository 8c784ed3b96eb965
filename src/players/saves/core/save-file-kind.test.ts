import { expect, test } from "vitest";
import { saveFileKind } from "./save-file-kind.ts";

test.each([
  ["76561190000000001.arkprofile", "profile"],
  ["0002000e19e007e134490dd996cad0a7.arkprofile", "profile"],
  ["0002000E19E007E134490DD996CAD0A7.ARKPROFILE", "profile"],
  ["LocalPlayer.arkprofile", "profile"],
  ["1234567.arktribe", "tribe"],
  ["1234567.arktributetribe", "tributeTribe"],
  ["1234567.arktributetribetribe", "tributeTribe"],
  ["TheIsland.ark", "world"],
  ["LostColony_WP.ark", "world"],
  ["TheIsland_27.09.2023_12.30.15.ark", "ignored"],
  ["PlayerLocalData.arkprofile", "ignored"],
  ["playerlocaldata.arkprofile", "ignored"],
  ["76561190000000001.profilebak", "ignored"],
  ["1234567.tribebak", "ignored"],
  ["TheIsland.bak", "ignored"],
  ["TheIsland_AntiCorruptionBackup.bak", "ignored"],
  ["76561190000000001.arkprofile.tmp", "ignored"],
  ["76561190000000001.tmpprofile", "ignored"],
  ["76561190000000001.tmp.arkprofile", "ignored"],
  ["world.arkrbf", "ignored"],
  [".76561190000000001.arkprofile", "ignored"],
  [".arkprofile", "ignored"],
  ["arkprofile", "ignored"],
  ["0002000e19e007e134490dd996cad0a7", "ignored"],
  ["readme.txt", "ignored"],
  ["", "ignored"],
])("%j is %s", (name, kind) => {
  expect(saveFileKind(name)).toBe(kind);
});
