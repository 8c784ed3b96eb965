/** `tripod players add-server`, `forget-server` and `doctor`, as the help shows them. The work is done elsewhere. */
import { Option } from "commander";
import type { TripodCommand } from "../tripod-command.ts";
import type { AddServerOptions } from "./add-server.ts";
import type { DoctorOptions } from "./doctor.ts";

export function addSourceCommands(players: TripodCommand): void {
  players
    .command("add-server")
    .description("add a game server to the cluster's file, or make the file")
    .argument("<key>", "names the server for good: small letters, digits and -")
    .addOption(
      new Option("--game <game>", "ARK: Survival Evolved (ase) or Ascended (asa)")
        .choices(["ase", "asa"])
        .makeOptionMandatory(),
    )
    .option("--saves <folder>", "the folder with the .arkprofile and .arktribe files")
    .option("--world-file <name>", "of a server with -usestore: its world in that folder, such as TheIsland.ark")
    .option("--name <name>", "what people see; the key without it")
    .option("--rcon <host:port>", "where RCON listens, such as 127.0.0.1:27020")
    .option("--rcon-password-env <name>", "the environment variable that holds the password")
    .option("--rcon-password-file <file>", "the file that holds the password")
    .option("--query <host:port>", "the query port of ase, or the public address and game port of asa")
    .option("--cluster <file>", "the cluster's file, instead of the one of the settings")
    .option("--unchecked", "add it although a folder or file is not there, or is not the right one")
    .action(async (key: string, options: AddServerOptions) => {
      const { addServer } = await import("./add-server.ts");
      await addServer(key, options);
    });

  players
    .command("forget-server")
    .description("forget the saves of a server that is not read any more, with the players and tribes in them alone")
    .argument("<key>", "the server's key, as it was in the cluster's file")
    .option("--yes", "do it; without it, show how many saves there are", false)
    .action(async (key: string, options: { yes: boolean }) => {
      const { forgetServer } = await import("./forget-server.ts");
      await forgetServer(key, options);
    });

  players
    .command("doctor")
    .description("try saves, RCON, query and plugins of every server, and say in plain words what works")
    .option("--cluster <file>", "the cluster's file, instead of the one of the settings")
    .option("--json", "print the report as JSON", false)
    .exits(0, "everything that is set up works")
    .exits(1, "something does not work, or the cluster's file is missing")
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import("./doctor.ts");
      await doctor(options);
    });
}
