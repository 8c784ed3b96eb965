/** How the program was called, for the commands that a message proposes. */

/** @param environment as npm completes it for what it runs */
export function programName(environment: Readonly<Record<string, string | undefined>>): string {
  if (environment["npm_command"] !== "exec") return "tripod";
  // Without them, npx would fetch the package of this name from npm's registry: another program.
  const packages = (environment["npm_config_package"] ?? "").split(/\n+/).filter((each) => each !== "");
  return ["npx", ...packages.map((each) => `--package=${quoted(each)}`), "tripod"].join(" ");
}

function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
