/**
 * Demangles Swift names with a stack machine, as the language defines it. Only the path of the entity is
 * kept; types of parameters and results are skipped.
 * @module
 */

import {
  extension,
  functionEntity,
  localName,
  nominal,
  operator,
  plainFunction,
  subscript,
  variable,
} from "./declarations.ts";
import { MOST_STEPS, SwiftMachine } from "./machine.ts";
import { metadataName, outlined, thunk } from "./metadata_names.ts";
import { nodeOf, type SwiftNode } from "./nodes.ts";
import {
  annotation,
  boundGeneric,
  builtin,
  existential,
  functionType,
  memberType,
  requirement,
  signature,
  specialType,
  standard,
  substitution,
  tuple,
} from "./types.ts";

type Operation = (machine: SwiftMachine) => SwiftNode | undefined;

/** Adds a type with a modifier, such as `inout`. */
const aroundType: Operation = (machine) => {
  machine.want("type", "nominal");
  return nodeOf("type");
};

/** Operations by letter. Digits begin an identifier. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  A: substitution,
  B: builtin,
  C: (machine) => nominal(machine, true),
  E: extension,
  F: plainFunction,
  G: boundGeneric,
  K: () => nodeOf("mark"),
  L: localName,
  M: metadataName,
  O: (machine) => nominal(machine),
  P: (machine) => nominal(machine),
  Q: memberType,
  R: requirement,
  S: standard,
  T: thunk,
  V: (machine) => nominal(machine),
  W: outlined,
  X: specialType,
  Y: annotation,
  // A member of the type itself, not of its values.
  Z: (machine) => machine.want("entity"),
  a: (machine) => nominal(machine),
  c: functionType,
  d: () => nodeOf("variadic"),
  f: functionEntity,
  h: aroundType,
  i: subscript,
  l: (machine) => signature(machine, false),
  m: aroundType,
  n: aroundType,
  o: operator,
  p: existential,
  q: ({ letters }) => {
    letters.genericParameter();
    return nodeOf("type");
  },
  r: (machine) => signature(machine, true),
  s: () => nodeOf("module", ["Swift"]),
  t: tuple,
  u: (machine) => {
    machine.want("signature");
    return machine.want("type");
  },
  v: variable,
  x: () => nodeOf("type"),
  y: () => nodeOf("empty"),
  z: aroundType,
  _: () => nodeOf("first"),
};

/** Returns the path of a mangled name; undefined if it cannot be demangled. */
export function swiftName(mangled: string): string | undefined {
  const machine = new SwiftMachine(mangled.slice(mangled.indexOf("$") + 2));
  let found: string | undefined;
  try {
    for (let steps = 0; !machine.letters.atEnd && machine.letters.peek !== "."; steps++) {
      if (steps > MOST_STEPS) throw new RangeError("Too many steps");
      const node = operate(machine);
      if (node) machine.stack.push(node);
      const [first] = machine.stack;
      if (machine.stack.length === 1 && first!.kind === "entity") found = textOf(first!);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Whatever follows a function only describes what the compiler derived from it.
  }
  return found;
}

function operate(machine: SwiftMachine): SwiftNode | undefined {
  const { letters } = machine;
  if (/\d/.test(letters.peek)) return machine.known(nodeOf("identifier", [letters.identifier()]));
  const letter = letters.next();
  const operation = OPERATIONS[letter];
  if (!operation) throw new RangeError(`Unknown operation ${letter}`);
  return operation(machine);
}

function textOf({ path, around = "", suffix = "" }: SwiftNode): string | undefined {
  return path.length === 0 ? undefined : around + path.join(".") + suffix;
}
