import { Type } from "typebox";
import { Value } from "typebox/value";
import { ownershipSettings, type OwnershipSettings } from "../../../src/registry/publishing/packages/settings.ts";

/** The settings when the operator sets nothing. */
export function defaultSettings(): OwnershipSettings {
  return Value.Parse(Type.Object(ownershipSettings), Value.Default(Type.Object(ownershipSettings), {}));
}
