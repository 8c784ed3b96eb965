/** The door of the demonstration. */
export { loadDemoServers } from "./load-demo-servers.ts";
