/** The only place of the program that reads the process's environment; everything else receives what it needs. */

/** Environment variables by name, as they were when they were read. */
export type Environment = Readonly<Record<string, string>>;

/** A frozen copy of the process's environment. */
export function readEnvironment(): Environment {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) environment[name] = value;
  }
  return Object.freeze(environment);
}

/** Sets a variable for the rest of this process: an option of the command line comes before the environment. */
export function setVariable(name: string, value: string): void {
  process.env[name] = value;
}
