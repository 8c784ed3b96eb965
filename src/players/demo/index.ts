/** The door of the demo: a cluster of simulated game servers. */
export { startDemoCluster, type DemoCluster } from "./demo-cluster.ts";
