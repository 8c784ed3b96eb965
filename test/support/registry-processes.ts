/** Registries as processes on one data folder: started, killed, looked at. */
import { readStored, servedProblems, storedProblems, type StoredRegistry } from "./registry-twin.ts";
import type { RegistryWriters, Target } from "./registry-writers.ts";
import { ServiceProcesses } from "./service-processes.ts";

export class RegistryProcesses {
  readonly #processes: ServiceProcesses<Target>;

  private constructor(processes: ServiceProcesses<Target>) {
    this.#processes = processes;
  }

  /** @param command the script that is a registry, and its arguments before the data folder. */
  static async inTemporaryFolder(command: readonly string[]): Promise<RegistryProcesses> {
    const targetOf = ({ url, token }: Readonly<Record<string, unknown>>): Target => ({
      url: String(url),
      token: String(token),
    });
    return new RegistryProcesses(await ServiceProcesses.inTemporaryFolder(command, targetOf));
  }

  /** The data folder. */
  get path(): string {
    return this.#processes.path;
  }

  get targets(): readonly Target[] {
    return this.#processes.targets;
  }

  /** Starts as many as are missing. */
  start(count: number): Promise<void> {
    return this.#processes.start(count);
  }

  /** Kills the one at this place, counted before any was killed in the same breath. */
  kill(place: number): Promise<void> {
    return this.#processes.kill(place);
  }

  /** The processes live on, and are to bring it back. */
  killPostgres(): Promise<void> {
    return this.#processes.killPostgres();
  }

  killAll(): Promise<void> {
    return this.#processes.killAll();
  }

  stored(): Promise<StoredRegistry> {
    return this.#processes.read(readStored);
  }

  /** The problems in the tables and in each process's answers. */
  async problems(writers: RegistryWriters): Promise<string[]> {
    const stored = await this.stored();
    const served = await Promise.all(this.targets.map(({ url }) => servedProblems(url, stored)));
    return [...storedProblems(stored, writers.asked, writers.acknowledged), ...served.flat()];
  }

  remove(): Promise<void> {
    return this.#processes.remove();
  }
}
