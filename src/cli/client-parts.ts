/** The parts that `scripts/pack-clients.js` packs, and the next step with each. */

export const CLIENT_PARTS = {
  typescript: (folder: string) => `npm install ${folder} makes it known to a program, as @tripod/client.`,
  python: (folder: string) => `pip install ${folder} installs it, as tripod_client.`,
  bruno: (folder: string) => `Open ${folder} in Bruno, and choose the environment demo or make one.`,
  "publish-action": (folder: string) =>
    `Commit ${folder} to your repository. A workflow of GitHub uses it by its path; gitlab.yml says what GitLab needs.`,
} as const;

export type ClientPart = keyof typeof CLIENT_PARTS;
