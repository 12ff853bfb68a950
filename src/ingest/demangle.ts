/**
 * Demangles names of C++ and Rust functions.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";

/** Turns a mangled name into the one that the programmer wrote. */
type Demangle = (name: string) => string;

/** Longer names stay mangled. */
const MAX_LENGTH = FILE_LIMITS.demangledName.most;
/** Most references to earlier parts of a name. Each may double its length, so real names have fewer. */
const MAX_REFERENCES = FILE_LIMITS.demangledReferences.most;
const REFERENCE = /[ST][0-9A-Z]*_/g;
/**
 * Total work, because names can be crafted to be slow. It is counted in characters, not in time, so that the
 * result does not depend on a busy machine.
 */
const MAX_CHARACTERS = FILE_LIMITS.demangledCharacters.most;

/**
 * Loads the library. `onSpent` is called, perhaps repeatedly, when further names stay mangled because there
 * are too many.
 */
export async function openDemangler(onSpent: () => void = () => {}): Promise<Demangle> {
  // Half a megabyte of code, needed only for resolving names.
  const { demangle_any } = await import("gecko-profiler-demangle");
  let spent = 0;
  const known = new Map<string, string>();
  const demangle = (name: string): string => {
    if (!/^_[ZR]/.test(name) || name.length > MAX_LENGTH) return name;
    if ((name.match(REFERENCE)?.length ?? 0) > MAX_REFERENCES) return name;
    if (spent >= MAX_CHARACTERS) {
      onSpent();
      return name;
    }
    spent += name.length;
    try {
      const text = demangle_any(name);
      spent += text.length;
      // A name that it cannot demangle comes back without the underscore.
      return text === name.slice(1) ? name : text;
    } catch {
      return name;
    }
  };
  return (name) => {
    let text = known.get(name);
    // Cache the names, because inlined functions occur in many places.
    if (text === undefined) known.set(name, text = demangle(name));
    return text;
  };
}
