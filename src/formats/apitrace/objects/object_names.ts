/**
 * Recognizes object names (numbers) in calls and replaces them with names that two recordings share: the
 * numbers differ from run to run, but the order in which objects appear does not.
 * @module
 */

import { CALL_LIMITS } from "../limits.ts";
import { StringPool } from "../../../events/string_pool.ts";
import type { Signature } from "../signatures.ts";
import { Tag, type ValueReader } from "../values.ts";
import type { CurrentCall } from "../replay.ts";
import { ruleFor } from "./rules.ts";
import { ObjectTracker } from "./tracker.ts";

/**
 * Kinds of objects, by the names of the arguments that take them; arguments that take lists end in a plural
 * s.
 */
const KINDS: Readonly<Record<string, string>> = {
  texture: "texture",
  buffer: "buffer",
  framebuffer: "framebuffer",
  renderbuffer: "renderbuffer",
  program: "program",
  shader: "shader",
  sampler: "sampler",
  pipeline: "program pipeline",
  vaobj: "vertex array",
};
/** Argument names that denote objects only in some functions. */
const KINDS_WITHIN: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^arrays?$/, /VertexArray/, "vertex array"],
  [/^ids?$/, /Quer(y|ies)|ConditionalRender/, "query"],
  [/^ids?$/, /TransformFeedback/, "transform feedback"],
  [/^return$/, /^glCreateShader(ObjectARB)?$/, "shader"],
  [/^return$/, /^glCreate(Program(ObjectARB)?|ShaderProgramv(EXT)?)$/, "program"],
];

/** Maximum number of object names that are replaced; later numbers stay as they are. */
const MOST_NAMES = CALL_LIMITS.followed.most;

/** Returns the kind of the objects that an argument names; undefined if it names none. */
function objectKind(functionName: string, argument: string): string | undefined {
  if (!/^gl(?!X[A-Z])[A-Z]/.test(functionName)) return undefined;
  const single = argument.replace(/s$/, "");
  if (Object.hasOwn(KINDS, single)) return KINDS[single];
  return KINDS_WITHIN.find(([name, within]) => name.test(argument) && within.test(functionName))?.[2];
}

/** How a function uses objects. */
interface ObjectUses {
  /** Kinds of objects, by the argument that names them. */
  readonly kinds: ReadonlyMap<string, string>;
  /** Whether the function deletes the objects, so that their names can be reused. */
  readonly deletes: boolean;
  /** Whether the function creates contexts or changes which context a thread uses. */
  readonly moves: boolean;
}

/** Names objects by kind, share group and order of appearance. */
export class ObjectNames {
  // Tracks contexts only: it is given no other calls.
  readonly #contexts = new ObjectTracker(new StringPool());
  readonly #uses = new Map<Signature, ObjectUses>();
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Returns how a function uses objects. */
  usesOf(signature: Signature): ObjectUses {
    let uses = this.#uses.get(signature);
    if (!uses) {
      const found = [...signature.names, "return"].flatMap((argument): [string, string][] => {
        const kind = objectKind(signature.name, argument);
        return kind === undefined ? [] : [[argument, kind]];
      });
      const does = ruleFor(signature.name)?.does;
      uses = {
        kinds: new Map(found),
        deletes: does === "delete",
        moves: does === "context" || does === "current" || does === "share",
      };
      this.#uses.set(signature, uses);
    }
    return uses;
  }

  /** Processes a call that creates contexts or changes which thread uses them. */
  follow(call: CurrentCall): void {
    this.#contexts.see(call, 0);
  }

  /** Replaces the object names in the text of an argument. */
  exchange(text: string, kind: string, thread: number, deletes: boolean): string {
    const group = this.#contexts.groupOf(thread, kind);
    return text.replace(/-?\d+/g, (number) => {
      if (number === "0" || number.startsWith("-")) return number;
      const key = `${kind} ${group} ${number}`;
      let name = this.#names.get(key);
      if (name === undefined) {
        if (this.#names.size >= MOST_NAMES) return number;
        const place = group === 0 ? kind : `${kind} of group ${group}`;
        const count = (this.#counts.get(place) ?? 0) + 1;
        this.#counts.set(place, count);
        this.#names.set(key, name = `<${place} ${count}>`);
      }
      // The name is free again, so it will denote another object when it is used next.
      if (deletes) this.#names.delete(key);
      return name;
    });
  }
}

/** Returns whether a value is a number or a list of numbers: symbols and blobs are not object names. */
export function isNumberOrList(reader: ValueReader): boolean {
  const { at, side } = reader;
  if (reader.read() > 0 && reader.kind === Tag.Array) reader.read();
  reader.place(at, side);
  return reader.kind === Tag.Uint || reader.kind === Tag.Sint;
}
