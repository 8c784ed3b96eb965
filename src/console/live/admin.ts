/** Of which services the user of this browser is an admin. */
import type { ServiceName } from "./about.ts";
import { opens, playersCaller, tradingUser } from "./identity.ts";
import { isRegistryAdmin, registryCaller } from "./registry-caller.ts";

export function isAdminOf(service: ServiceName): boolean {
  const [publisher, caller] = [registryCaller.value, playersCaller.value];
  switch (service) {
    case "registry":
      return publisher !== undefined && publisher !== null && isRegistryAdmin(publisher);
    case "players":
      return caller !== undefined && caller !== null && opens(caller, "admin");
    case "trading":
      return tradingUser.value?.role === "admin";
  }
}
