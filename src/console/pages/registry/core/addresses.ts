/** Addresses of the registry's pages. */

export function serverAddress(name: string): string {
  return `/console/registry/servers/${encodeURIComponent(name)}`;
}

export function versionAddress(name: string, version: string): string {
  return `${serverAddress(name)}/versions/${encodeURIComponent(version)}`;
}
