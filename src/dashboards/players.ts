import { panel, requestRow, type Dashboard } from "./dashboard.ts";

const OF = `instance=~"$instance"`;

export const playersDashboard: Dashboard = {
  uid: "tripod-players",
  title: "Tripod: players",
  about: "Game servers, their players and saves, webhooks and requests.",
  rows: [
    {
      title: "Game servers",
      panels: [
        panel(
          "Online players",
          "By game server.",
          "short",
          `max by (server) (tripod_players_server_online_players{${OF}})`,
          "{{server}}",
        ),
        panel(
          "Reachable",
          "1 while the game server answers RCON or queries.",
          "bool",
          `max by (server) (tripod_players_server_reachable{${OF}})`,
          "{{server}}",
        ),
        panel(
          "Processes that read it",
          "One is right.",
          "short",
          `sum by (server) (tripod_players_server_tended{${OF}})`,
          "{{server}}",
        ),
        panel(
          "Age of the saves",
          "Since they were last read.",
          "s",
          `min by (server) (tripod_players_server_saves_read_age_seconds{${OF}})`,
          "{{server}}",
        ),
        {
          title: "Files that cannot be read",
          about: "Unknown versions are among them: the game was updated.",
          unit: "short",
          queries: [
            { expr: `max by (server) (tripod_players_server_broken_files{${OF}})`, legend: "{{server}} broken" },
            {
              expr: `max by (server) (tripod_players_server_unknown_version_files{${OF}})`,
              legend: "{{server}} unknown version",
            },
          ],
        },
        {
          title: "In the saves",
          about: "Profiles and tribes by game server.",
          unit: "short",
          queries: [
            { expr: `max by (server) (tripod_players_server_profiles{${OF}})`, legend: "{{server}} profiles" },
            { expr: `max by (server) (tripod_players_server_tribes{${OF}})`, legend: "{{server}} tribes" },
          ],
        },
      ],
    },
    {
      title: "Directory and webhooks",
      panels: [
        panel(
          "Directory",
          "What can be found.",
          "short",
          `max by (kind) (tripod_players_directory{${OF}})`,
          "{{kind}}",
        ),
        panel(
          "Deliveries to webhooks",
          "Those that wait, and those that were given up and are still kept.",
          "short",
          `max by (state) (tripod_players_webhook_deliveries{${OF}})`,
          "{{state}}",
        ),
      ],
    },
    requestRow("players"),
  ],
};
