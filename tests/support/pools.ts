/** Fresh memory for a test. */
export { newPools } from "../../src/tables/pools.ts";
