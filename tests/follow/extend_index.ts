/**
 * A program that writes a trace, follows it and saves its index, again and again until it is killed. It prints a letter
 * after each save.
 *
 *     deno run -A --config tests/deno.json tests/follow/extend_index.ts FOLDER SEED
 */
import { joinBytes } from "../../src/base/join_bytes.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { IndexedTrace } from "./indexed.ts";

const [root = ".", seed] = Deno.args;
const EVENTS = 200_000;
const PIECE_BYTES = 4000;

const bytes = joinBytes([...generateMtrc({ events: EVENTS, seed: Number(seed) })]);
const trace = new IndexedTrace(root);
await Deno.writeFile(trace.path, bytes.subarray(0, bytes.length >>> 1));
for (let at = bytes.length >>> 1; at < bytes.length; at += PIECE_BYTES) {
  await trace.add(bytes.subarray(at, at + PIECE_BYTES));
  await trace.follower.end();
  await Deno.stdout.write(new Uint8Array([0x2e]));
}
