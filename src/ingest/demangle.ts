/**
 * Readable names of C++ and Rust functions.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";

/** Turns a name of a symbol table into what the programmer wrote. */
type Demangle = (name: string) => string;

/** Longer names stay as they are. */
const MAX_LENGTH = FILE_LIMITS.demangledName.most;
/** References to earlier parts of a name; each may double its length, so that more of them are no real name. */
const MAX_REFERENCES = FILE_LIMITS.demangledReferences.most;
const REFERENCE = /[ST][0-9A-Z]*_/g;
/** Names may be slow on purpose: after this time the rest stays as it is. */
const MAX_MILLISECONDS = FILE_LIMITS.demangleTime.most;

/** Loads the library; `onSpent` hears, perhaps more than once, that names stay as they are because time is up. */
export async function openDemangler(onSpent: () => void = () => {}): Promise<Demangle> {
  // Half a megabyte, needed only for resolving names.
  const { demangle_any: demangleAny } = await import("gecko-profiler-demangle");
  let spent = 0;
  const known = new Map<string, string>();
  const demangle = (name: string): string => {
    if (!/^_[ZR]/.test(name) || name.length > MAX_LENGTH) return name;
    if ((name.match(REFERENCE)?.length ?? 0) > MAX_REFERENCES) return name;
    if (spent > MAX_MILLISECONDS) {
      onSpent();
      return name;
    }
    const start = performance.now();
    try {
      const text = demangleAny(name);
      // What it cannot read comes back without the underscore.
      return text === name.slice(1) ? name : text;
    } catch {
      return name;
    } finally {
      spent += performance.now() - start;
    }
  };
  return (name) => {
    let text = known.get(name);
    // Inlined functions are in many places.
    if (text === undefined) known.set(name, text = demangle(name));
    return text;
  };
}
