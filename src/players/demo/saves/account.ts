/** The account of a player, as each generation of the game writes it. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { SaveValue, SaveVersion } from "./save-file.ts";

const STEAM_ID_BYTES = 8;
const EOS_ID_BYTES = 16;
/** Stands before the name of the service in every file of ASA. */
const ASA_MARK = 249;

/** `UniqueID` with the digits of a SteamID64 (ASE only) or the 32 hex digits of an EOS id. */
export function accountOf(platformId: string, version: SaveVersion): SaveValue {
  const out = new ByteWriter();
  if (version === 1) {
    out.int32(platformId.length === 17 ? STEAM_ID_BYTES : EOS_ID_BYTES);
    out.text(platformId);
  } else {
    const id = Buffer.from(platformId, "hex");
    invariant(id.length === EOS_ID_BYTES, "an account of ASA is an EOS id");
    out.uint8(ASA_MARK);
    out.text("RedpointEOS");
    out.uint8(id.length);
    out.bytes(id);
  }
  return { type: "NativeStruct", of: { name: "UniqueNetIdRepl", from: "/Script/Engine" }, value: out.result() };
}
