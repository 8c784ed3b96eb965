import { panel, requestRow, type Dashboard } from "./dashboard.ts";

const OF = `instance=~"$instance"`;

export const registryDashboard: Dashboard = {
  uid: "tripod-registry",
  title: "Tripod: registry",
  about: "The catalogue, its mirror, webhooks and requests.",
  rows: [
    {
      title: "Catalogue",
      panels: [
        {
          ...panel("Servers", "In the catalogue.", "short", `max(tripod_registry_servers{${OF}})`, "servers"),
          shows: "now",
        },
        panel(
          "Servers by process",
          "Lines that stay apart: a process does not follow (TripodChangeFeedLag).",
          "short",
          `tripod_registry_servers{${OF}}`,
          "{{instance}}",
        ),
        panel("Versions", "Of all servers.", "short", `max(tripod_registry_versions{${OF}})`, "versions"),
      ],
    },
    {
      title: "Mirror and webhooks",
      panels: [
        panel(
          "Age of the mirror",
          "Seconds since the last complete run.",
          "s",
          `max by (origin) (tripod_registry_mirror_age_seconds{${OF}})`,
          "{{origin}}",
        ),
        panel(
          "Failures of the mirror",
          "Runs in a row that failed.",
          "short",
          `max by (origin) (tripod_registry_mirror_failures{${OF}})`,
          "{{origin}}",
        ),
        panel(
          "Last error of the mirror",
          "The reason while the last run has failed; empty after one that worked.",
          "short",
          `max by (origin, reason) (tripod_registry_mirror_error{${OF}}) > 0`,
          "{{origin}}: {{reason}}",
        ),
        panel(
          "Deliveries to webhooks",
          "Those that wait, and those that were given up in the last month.",
          "short",
          `max by (state) (tripod_registry_webhook_deliveries{${OF}})`,
          "{{state}}",
        ),
      ],
    },
    requestRow("registry"),
  ],
};
