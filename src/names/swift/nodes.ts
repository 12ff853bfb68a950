/**
 * Nodes for the parts of a mangled Swift name.
 * @module
 */

/**
 * Kinds of nodes. A `name` is a name that labels cannot have (private, local, or of an operator), a `mark` is
 * an annotation of a function type, and `first` precedes the first element of a list.
 */
export type SwiftKind =
  | "empty"
  | "entity"
  | "extension"
  | "first"
  | "identifier"
  | "mark"
  | "module"
  | "name"
  | "nominal"
  | "requirement"
  | "signature"
  | "type"
  | "variadic";

/** A part of a mangled name. */
export interface SwiftNode {
  readonly kind: SwiftKind;
  readonly path: readonly string[];
  /** A class, whose values are allocated before they are initialized. */
  readonly isClass?: boolean;
  /** Text before the path, such as `closure #1 in `. */
  readonly around?: string;
  /** Text after the path, such as `.getter`. */
  readonly suffix?: string;
  /** Number of elements of a tuple. */
  readonly count?: number;
  /** Number of parameters of a function type. */
  readonly parameters?: number;
}

/** Kinds of nodes that can name a declaration. */
export const NAMES: readonly SwiftKind[] = ["identifier", "name"];

/** Creates a node. */
export function nodeOf(
  kind: SwiftKind,
  path: readonly string[] = [],
  more: Omit<SwiftNode, "kind" | "path"> = {},
): SwiftNode {
  return { kind, path, ...more };
}

/** Types and protocols of the standard library that are encoded by a single letter after `S`. */
export const STANDARD_TYPES: Readonly<Record<string, string>> = {
  A: "AutoreleasingUnsafeMutablePointer",
  a: "Array",
  b: "Bool",
  D: "Dictionary",
  d: "Double",
  f: "Float",
  h: "Set",
  I: "DefaultIndices",
  i: "Int",
  J: "Character",
  N: "ClosedRange",
  n: "Range",
  O: "ObjectIdentifier",
  P: "UnsafePointer",
  p: "UnsafeMutablePointer",
  R: "UnsafeBufferPointer",
  r: "UnsafeMutableBufferPointer",
  S: "String",
  s: "Substring",
  u: "UInt",
  V: "UnsafeRawPointer",
  v: "UnsafeMutableRawPointer",
  W: "UnsafeRawBufferPointer",
  w: "UnsafeMutableRawBufferPointer",
  q: "Optional",
  B: "BinaryFloatingPoint",
  E: "Encodable",
  e: "Decodable",
  F: "FloatingPoint",
  G: "RandomNumberGenerator",
  H: "Hashable",
  j: "Numeric",
  K: "BidirectionalCollection",
  k: "RandomAccessCollection",
  L: "Comparable",
  l: "Collection",
  M: "MutableCollection",
  m: "RangeReplaceableCollection",
  Q: "Equatable",
  T: "Sequence",
  t: "IteratorProtocol",
  U: "UnsignedInteger",
  X: "RangeExpression",
  x: "Strideable",
  Y: "RawRepresentable",
  y: "StringProtocol",
  Z: "SignedInteger",
  z: "BinaryInteger",
  cA: "Actor",
  cC: "CheckedContinuation",
  cc: "UnsafeContinuation",
  cE: "CancellationError",
  ce: "UnownedSerialExecutor",
  cF: "Executor",
  cf: "SerialExecutor",
  cG: "TaskGroup",
  cg: "ThrowingTaskGroup",
  ch: "TaskExecutor",
  cI: "AsyncIteratorProtocol",
  ci: "AsyncSequence",
  cJ: "UnownedJob",
  cM: "MainActor",
  cP: "TaskPriority",
  cS: "AsyncStream",
  cs: "AsyncThrowingStream",
  cT: "Task",
  ct: "UnsafeCurrentTask",
};
