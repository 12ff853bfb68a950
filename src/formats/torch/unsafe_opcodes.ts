/**
 * Opcodes that never occur in snapshots, for error messages.
 * @module
 */

/**
 * Opcodes that name or create something executable, or that request data from elsewhere, by their names in
 * Python.
 */
export const UNSAFE_OPCODES: ReadonlyMap<number, string> = new Map([
  [0x63, "GLOBAL"],
  [0x93, "STACK_GLOBAL"],
  [0x69, "INST"],
  [0x6f, "OBJ"],
  [0x52, "REDUCE"],
  [0x81, "NEWOBJ"],
  [0x92, "NEWOBJ_EX"],
  [0x62, "BUILD"],
  [0x50, "PERSID"],
  [0x51, "BINPERSID"],
  [0x82, "EXT1"],
  [0x83, "EXT2"],
  [0x84, "EXT4"],
  [0x97, "NEXT_BUFFER"],
  [0x98, "READONLY_BUFFER"],
]);
