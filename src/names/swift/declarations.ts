/**
 * Declarations in mangled names of Swift: types, functions, variables, and declarations inside these.
 * @module
 */

import type { SwiftMachine } from "./machine.ts";
import { NAMES, nodeOf, type SwiftNode } from "./nodes.ts";
import { functionType, readLabels } from "./types.ts";

/** The characters of an operator's name, by the letters that encode them, beginning with `a`. */
const SIGNS = "& @/= >    <*!|+?%-~   ^ .";
/** Accessors of variables and subscripts, by their letters. */
const ACCESSORS: Readonly<Record<string, string>> = {
  m: ".materializeForSet",
  s: ".setter",
  g: ".getter",
  G: ".getter",
  w: ".willset",
  W: ".didset",
  r: ".read",
  M: ".modify",
  i: ".init",
  x: ".modify2",
  y: ".read2",
  a: ".unsafeMutableAddressor",
  l: ".unsafeAddressor",
  p: "",
};

/** Adds a class, structure, enumeration or protocol. */
export function nominal(machine: SwiftMachine, isClass = false): SwiftNode {
  const name = machine.want(...NAMES);
  return machine.known(nodeOf("nominal", [...machine.context().path, ...name.path], { isClass }));
}

/** An extension in another module belongs to that module. */
export function extension(machine: SwiftMachine): SwiftNode {
  machine.pop("signature");
  const module = machine.module();
  const type = machine.want("nominal");
  if (!module) throw new RangeError("No module");
  return nodeOf("extension", [...module.path, ...type.path.slice(1)]);
}

/** A function with its labels and its type. */
export function plainFunction(machine: SwiftMachine): SwiftNode {
  machine.pop("signature");
  readLabels(machine, functionType(machine));
  return declared(machine);
}

/** Adds a declaration from its name and context. */
function declared(machine: SwiftMachine): SwiftNode {
  const name = machine.want(...NAMES);
  return memberOf(machine.context(), ...name.path);
}

/** Adds an entity without a name of its own: an initializer, a closure, a default value. */
export function functionEntity(machine: SwiftMachine): SwiftNode {
  const kind = machine.letters.next();
  if (kind === "C" || kind === "c") {
    machine.pop("name");
    readLabels(machine, machine.want("type"));
    const context = machine.context();
    return memberOf(context, kind === "C" && context.isClass ? "__allocating_init" : "init");
  }
  if (kind === "D" || kind === "d" || kind === "Z") {
    const context = machine.context();
    return memberOf(context, kind === "D" && context.isClass ? "__deallocating_deinit" : "deinit");
  }
  if (kind === "U" || kind === "u") {
    const index = machine.letters.index() + 1;
    machine.want("type");
    const { path, around = "" } = machine.context();
    return nodeOf("entity", path, {
      around: `${kind === "u" ? "implicit " : ""}closure #${index} in ${around}`,
    });
  }
  if (kind === "A") machine.letters.index();
  else if (!"EeiPW".includes(kind)) throw new RangeError(`Unknown function ${kind}`);
  return memberOf(machine.context());
}

function memberOf({ path, around = "", suffix = "" }: SwiftNode, ...names: readonly string[]): SwiftNode {
  return nodeOf("entity", [...path, ...names], { around, ...names.length === 0 ? { suffix } : {} });
}

/** Adds an accessor of a variable. */
export function variable(machine: SwiftMachine): SwiftNode {
  machine.want("type", "nominal");
  machine.pop("empty");
  return { ...declared(machine), suffix: accessor(machine) };
}

/** Adds an accessor of a subscript. */
export function subscript(machine: SwiftMachine): SwiftNode {
  machine.pop("name");
  readLabels(machine, machine.want("type"));
  return { ...memberOf(machine.context(), "subscript"), suffix: accessor(machine) };
}

function accessor(machine: SwiftMachine): string {
  const kind = machine.letters.next();
  const suffix = ACCESSORS[kind];
  if (suffix === undefined) throw new RangeError(`Unknown accessor ${kind}`);
  if (kind === "a" || kind === "l") machine.letters.next();
  return suffix;
}

/** Reads the name of an operator. */
export function operator(machine: SwiftMachine): SwiftNode {
  const [name] = machine.want("identifier").path;
  machine.letters.next();
  return nodeOf("name", [name!.replace(/[a-z]/g, (each) => SIGNS[each.charCodeAt(0) - 0x61]!)]);
}

/** Adds a private name, or the name of a local declaration. */
export function localName(machine: SwiftMachine): SwiftNode {
  const letters = machine.letters;
  if (letters.takes("L")) {
    machine.want("identifier");
    return nodeOf("name", machine.want(...NAMES).path);
  }
  if (letters.takes("l")) {
    machine.want("identifier");
    return nodeOf("name", []);
  }
  if (/[a-jA-J]/.test(letters.peek)) letters.next();
  else letters.index();
  return nodeOf("name", machine.want(...NAMES).path);
}
