/**
 * The functions of a capture: what the name of each tells about it, and how often it was called.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import { CLASS_BITS } from "../apitrace/call_classes.ts";
import { classBits } from "./classes.ts";
import type { CaptureRecord } from "./record_pass.ts";
import { codeOf, textOf } from "./values.ts";

/** The effect of a call on objects. */
type Effect = "makes" | "ends" | "resets" | "labels" | null;

/** A function. */
export interface ApiFunction {
  /** Row of `functions`. */
  readonly entry: number;
  readonly name: string;
  /** String id of the name. */
  readonly code: number;
  readonly classes: number;
  readonly draws: boolean;
  readonly presents: boolean;
  readonly effect: Effect;
  /** Type of the objects that it creates or destroys. */
  readonly type: string;
  /** Names of the arguments, from its first call. */
  args: string;
  calls: number;
}

const LABELS = ["vkSetDebugUtilsObjectNameEXT", "vkDebugMarkerSetObjectNameEXT"];

/** All functions called so far. */
export class Functions {
  readonly list: ApiFunction[] = [];
  readonly #strings: StringPool;
  /** Functions by string id of their name; methods by the ids of object type and name. */
  readonly #byCode = new Map<number, ApiFunction>();
  readonly #methods = new Map<string, ApiFunction>();

  /** Creates an empty list of functions. */
  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** Returns the function of a call, adding it if it is new. */
  of(record: CaptureRecord): ApiFunction {
    const { text, nameAt, typeAt } = record;
    const code = codeOf(text, nameAt, this.#strings);
    if (typeAt < 0) {
      let found = this.#byCode.get(code);
      if (!found) this.#byCode.set(code, found = this.#make(textOf(text, nameAt), code));
      return found;
    }
    const key = `${codeOf(text, typeAt, this.#strings)} ${code}`;
    let found = this.#methods.get(key);
    if (!found) {
      const name = `${textOf(text, typeAt)}::${textOf(text, nameAt)}`;
      this.#methods.set(key, found = this.#make(name, this.#strings.internText(name)));
    }
    return found;
  }

  #make(name: string, code: number): ApiFunction {
    const classes = classBits(name);
    const [, verb, type = ""] = /^vk(Create|Allocate|Destroy|Free|Reset)(\w+)$/.exec(name) ?? [];
    const effect: Effect = verb === "Create" || verb === "Allocate"
      ? "makes"
      : verb === "Destroy" || verb === "Free"
      ? "ends"
      : name === "vkResetDescriptorPool"
      ? "resets"
      : LABELS.includes(name)
      ? "labels"
      : null;
    const made: ApiFunction = {
      entry: this.list.length,
      name,
      code,
      classes,
      draws: (classes & CLASS_BITS["render"]!) !== 0,
      presents: (classes & CLASS_BITS["end-frame"]!) !== 0,
      effect,
      type,
      args: "",
      calls: 0,
    };
    this.list.push(made);
    return made;
  }
}
