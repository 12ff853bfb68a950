/**
 * Names of code and data that the Swift compiler derives from declarations: thunks, specializations,
 * witnesses, metadata.
 * @module
 */

import type { SwiftMachine } from "./machine.ts";
import { nodeOf, type SwiftNode } from "./nodes.ts";
import { readProtocol } from "./types.ts";

const THUNKS = "oOjcmdDAaTbuwEF";
const SPECIALIZATIONS = "gGBsip";
/** Outlined operations, by the letter after `W`. */
const OUTLINED: Readonly<Record<string, string>> = {
  y: "copy",
  e: "consume",
  r: "retain",
  s: "release",
  b: "init with take",
  c: "init with copy",
  d: "assign with take",
  f: "assign with copy",
  h: "destroy",
};

/** Names of metadata about a type. */
export function metadataName(machine: SwiftMachine): SwiftNode {
  const kind = machine.letters.next();
  const { path } = machine.want("nominal", "type");
  return nodeOf("entity", path, { around: kind === "a" ? "type metadata accessor for " : "metadata for " });
}

/**
 * Operations on values of a type that the compiler moved into functions of their own, and look-ups of protocol
 * conformances.
 */
export function outlined(machine: SwiftMachine): SwiftNode {
  const kind = machine.letters.next();
  if (kind === "l") {
    conformance(machine);
    return nodeOf("entity", machine.want("nominal", "type").path, {
      around: "lazy protocol witness table accessor for type ",
    });
  }
  if (kind !== "O") throw new RangeError("Unknown witness");
  const what = OUTLINED[machine.letters.next()];
  machine.pop("signature");
  const { path } = machine.want("nominal", "type");
  if (what === undefined) throw new RangeError("Unknown outlined operation");
  return nodeOf("entity", path, { around: `outlined ${what} of ` });
}

/** Thunks and specializations are named after their function. */
export function thunk(machine: SwiftMachine): SwiftNode | undefined {
  const kind = machine.letters.next();
  if (kind === "W") return witness(machine);
  if (kind === "Q" || kind === "Y") {
    machine.letters.index();
    return machine.want("entity");
  }
  if (SPECIALIZATIONS.includes(kind)) {
    while ("qat".includes(machine.letters.peek)) machine.letters.next();
    machine.letters.next();
    while (machine.stack.length > 1) machine.stack.pop();
    return machine.want("entity");
  }
  if (!THUNKS.includes(kind)) throw new RangeError(`Unknown thunk ${kind}`);
  return machine.want("entity");
}

/** A protocol requirement is named after the conforming type. */
function witness(machine: SwiftMachine): SwiftNode {
  const { path, suffix = "" } = machine.want("entity");
  const type = conformance(machine);
  return nodeOf("entity", [...type.path, path.at(-1)!], { suffix });
}

/** Reads a protocol conformance; returns the conforming type. */
function conformance(machine: SwiftMachine): SwiftNode {
  machine.pop("signature");
  machine.module();
  readProtocol(machine);
  return machine.want("nominal", "type");
}
