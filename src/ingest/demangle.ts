/**
 * Demangles names of C++ and Rust functions.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";

/** Converts a mangled name to the one in the source. */
type Demangle = (name: string) => string;

/** Longer names are not demangled. */
const MAX_LENGTH = FILE_LIMITS.demangledName.most;
/**
 * Maximum number of references to earlier parts of a name. Each may double its length, so real names have
 * fewer.
 */
const MAX_REFERENCES = FILE_LIMITS.demangledReferences.most;
const REFERENCE = /[ST][0-9A-Z]*_/g;
/**
 * Maximum total work, because names can be crafted to be slow. It is counted in characters, not in time, so
 * that the result does not depend on how busy the machine is.
 */
const MAX_CHARACTERS = FILE_LIMITS.demangledCharacters.most;

/**
 * Loads the library. `onSpent` is called, perhaps repeatedly, when further names are not demangled because
 * the work limit is reached.
 */
export async function openDemangler(onSpent: () => void = () => {}): Promise<Demangle> {
  // Half a megabyte of code, which is needed only to resolve names.
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
      // A name that the library cannot demangle is returned without its underscore.
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
