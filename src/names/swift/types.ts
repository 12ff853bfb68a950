/**
 * Types in mangled Swift names. They are skipped: only the number of parameters and the paths of declared
 * types are kept.
 * @module
 */

import type { SwiftMachine } from "./machine.ts";
import { NAMES, nodeOf, STANDARD_TYPES, type SwiftNode } from "./nodes.ts";

/** Adds substitutions by letter; the last one is a capital. */
export function substitution(machine: SwiftMachine): SwiftNode {
  const letters = machine.letters;
  let repeats = -1;
  for (;;) {
    if (/\d/.test(letters.peek)) {
      repeats = letters.natural();
      continue;
    }
    const letter = letters.next();
    const isLast = /[A-Z_]/.test(letter);
    if (!isLast && !/[a-z]/.test(letter)) throw new RangeError("No reference");
    const index = letter === "_" ? repeats + 27 : letter.toLowerCase().charCodeAt(0) - 0x61;
    const node = machine.substitutions[index];
    if (!node) throw new RangeError("A reference to an unknown part");
    if (letter !== "_") machine.repeat(node, repeats);
    if (isLast) return node;
    machine.stack.push(node);
    repeats = -1;
  }
}

/** A function type: its results come before its parameters. */
export function functionType(machine: SwiftMachine): SwiftNode {
  while (machine.pop("mark"));
  const parameters = machine.pop("empty") ? 0 : machine.want("type", "nominal").count ?? 1;
  if (!machine.pop("empty")) machine.want("type", "nominal");
  return nodeOf("type", [], { parameters });
}

/** Pops the labels of a function's parameters. */
export function readLabels(machine: SwiftMachine, type: SwiftNode): void {
  if (machine.pop("empty")) return;
  for (let left = type.parameters ?? 0; left > 0; left--) machine.want("identifier", "first");
}

/** A generic type with its arguments. */
export function boundGeneric(machine: SwiftMachine): SwiftNode {
  for (;;) {
    while (machine.pop("type", "nominal"));
    if (machine.pop("empty")) break;
    machine.want("first");
  }
  return machine.known({ ...machine.want("nominal") });
}

/** Combines several types, such as a list of parameters. */
export function tuple(machine: SwiftMachine): SwiftNode {
  let count = 0;
  if (machine.pop("empty")) return nodeOf("type", [], { count: 0 });
  for (let isFirst = false; !isFirst; count++) {
    isFirst = machine.pop("first") !== undefined;
    machine.pop("variadic");
    machine.pop("identifier");
    machine.want("type", "nominal");
  }
  return nodeOf("type", [], { count });
}

/** Skips a list of protocols. */
function readProtocols(machine: SwiftMachine): void {
  machine.list(() => readProtocol(machine));
}

/** A type that is described only by its protocols. */
export function existential(machine: SwiftMachine): SwiftNode {
  readProtocols(machine);
  return nodeOf("type");
}

/** Skips a protocol. */
export function readProtocol(machine: SwiftMachine): void {
  if (machine.pop("nominal")) return;
  machine.want(...NAMES);
  machine.context();
}

/** An associated type, such as `T.Element`. */
export function memberType(machine: SwiftMachine): SwiftNode {
  const kind = machine.letters.next();
  if (kind === "r") return nodeOf("type");
  if (kind === "p" || kind === "P") return pack(machine, kind === "p");
  if (!"xyzXYZ".includes(kind)) throw new RangeError(`Unknown type Q${kind}`);
  if (kind === "y" || kind === "Y") machine.letters.genericParameter();
  memberNames(machine, kind === "X" || kind === "Y" || kind === "Z");
  if (kind === "x" || kind === "X") machine.want("type", "nominal");
  return machine.known(nodeOf("type"));
}

/** A pack of types, from a pattern or a list. */
function pack(machine: SwiftMachine, isPattern: boolean): SwiftNode {
  if (isPattern) {
    machine.want("type", "nominal");
    machine.want("type", "nominal");
  } else machine.list(() => machine.want("type", "nominal"));
  return nodeOf("type");
}

function memberNames(machine: SwiftMachine, areSeveral: boolean): void {
  for (let isFirst = false; !isFirst;) {
    isFirst = !areSeveral || machine.pop("first") !== undefined;
    machine.pop("nominal");
    machine.want("identifier");
  }
}

/** Reads the requirements of generic parameters. */
export function signature(machine: SwiftMachine, hasCounts: boolean): SwiftNode {
  while (hasCounts && !machine.letters.takes("l")) if (!machine.letters.takes("z")) machine.letters.index();
  while (machine.pop("requirement"));
  return nodeOf("signature");
}

/** A requirement of a generic parameter; its first letter gives its subject and its kind. */
export function requirement(machine: SwiftMachine): SwiftNode {
  const { letters } = machine;
  const letter = "vcCbBtTsSmMlLpPQhiIjJ".includes(letters.peek) ? letters.next() : "default";
  const isInverse = "iIjJ".includes(letter);
  if (isInverse) letters.index();
  if ("BSLQI".includes(letter)) machine.want("type", "nominal");
  else letters.genericParameter();
  const areSeveral = "CTMPJ".includes(letter);
  if (areSeveral || "ctmpj".includes(letter)) {
    memberNames(machine, areSeveral);
    machine.known(nodeOf("type"));
  }
  if ("cCbBtTsSh".includes(letter)) machine.want("type", "nominal");
  else if ("mMlL".includes(letter)) letters.layout();
  else if (letter !== "v" && !isInverse) readProtocol(machine);
  return nodeOf("requirement");
}

/** A standard library type, or the module of imported C declarations. */
export function standard(machine: SwiftMachine): SwiftNode {
  const letters = machine.letters;
  if (letters.takes("o") || letters.takes("C")) return nodeOf("module", ["__C"]);
  if (letters.takes("g")) {
    machine.want("type", "nominal");
    return machine.known(nodeOf("nominal", ["Swift", "Optional"]));
  }
  const repeats = /\d/.test(letters.peek) ? letters.natural() : 0;
  const key = letters.takes("c") ? `c${letters.next()}` : letters.next();
  const found = STANDARD_TYPES[key];
  if (!found) throw new RangeError(`Unknown type S${key}`);
  // This is the only class among them.
  const node = nodeOf("nominal", ["Swift", found], { isClass: key === "cM" });
  machine.repeat(node, repeats);
  return node;
}

/** A type built into the compiler. */
export function builtin(machine: SwiftMachine): SwiftNode {
  const kind = machine.letters.next();
  if ("fiv".includes(kind)) machine.letters.index();
  if (kind === "v") machine.want("type");
  return nodeOf("type");
}

/** Types with a two-letter code. */
export function specialType(machine: SwiftMachine): SwiftNode {
  const kind = machine.letters.next();
  if ("AEfKUBCLz".includes(kind)) return functionType(machine);
  if (kind === "M" || kind === "m") machine.letters.next();
  if ("ouwbDpMm".includes(kind)) machine.want("type", "nominal");
  else if (kind === "c") {
    machine.want("type", "nominal");
    readProtocols(machine);
  } else if (kind === "l") readProtocols(machine);
  else if (kind === "P") {
    machine.list(() => machine.want("requirement"));
    machine.want("type", "nominal");
  } else throw new RangeError(`Unknown type X${kind}`);
  return nodeOf("type");
}

/** An attribute of a function or type, such as `async`. */
export function annotation(machine: SwiftMachine): SwiftNode {
  const kind = machine.letters.next();
  if (kind === "j") machine.letters.next();
  if ("aAbjTC".includes(kind)) return nodeOf("mark");
  machine.want("type", "nominal");
  return nodeOf("cK".includes(kind) ? "mark" : "type");
}
