/**
 * Constants of the DWARF standard: tags of entries, attributes, and forms of values. Version 5, section 7.5;
 * forms from 0x1f01 and attributes from 0x2000 are GNU extensions.
 * @module
 */

/** Tags of entries. */
export const TAG = {
  lexicalBlock: 0x0b,
  compileUnit: 0x11,
  inlinedSubroutine: 0x1d,
  module: 0x1e,
  catchBlock: 0x25,
  subprogram: 0x2e,
  tryBlock: 0x32,
  namespace: 0x39,
  partialUnit: 0x3c,
  skeletonUnit: 0x4a,
} as const;

/** Attributes of entries. */
export const ATTRIBUTE = {
  sibling: 0x01,
  name: 0x03,
  lineProgram: 0x10,
  lowPc: 0x11,
  highPc: 0x12,
  folder: 0x1b,
  abstractOrigin: 0x31,
  declFile: 0x3a,
  specification: 0x47,
  ranges: 0x55,
  callFile: 0x58,
  callLine: 0x59,
  linkageName: 0x6e,
  textOffsetsBase: 0x72,
  addressBase: 0x73,
  rangeListsBase: 0x74,
  splitName: 0x76,
  mipsLinkageName: 0x2007,
  gnuSplitName: 0x2130,
  gnuSplitId: 0x2131,
  gnuRangesBase: 0x2132,
  gnuAddressBase: 0x2133,
} as const;

/** Forms of values. */
export const FORM = {
  addr: 0x01,
  block2: 0x03,
  block4: 0x04,
  data2: 0x05,
  data4: 0x06,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  block1: 0x0a,
  data1: 0x0b,
  flag: 0x0c,
  sdata: 0x0d,
  strp: 0x0e,
  udata: 0x0f,
  refAddr: 0x10,
  ref1: 0x11,
  ref2: 0x12,
  ref4: 0x13,
  ref8: 0x14,
  refUdata: 0x15,
  indirect: 0x16,
  secOffset: 0x17,
  exprloc: 0x18,
  flagPresent: 0x19,
  strx: 0x1a,
  addrx: 0x1b,
  refSup4: 0x1c,
  strpSup: 0x1d,
  data16: 0x1e,
  lineStrp: 0x1f,
  refSig8: 0x20,
  implicitConst: 0x21,
  loclistx: 0x22,
  rnglistx: 0x23,
  refSup8: 0x24,
  strx1: 0x25,
  strx2: 0x26,
  strx3: 0x27,
  strx4: 0x28,
  addrx1: 0x29,
  addrx2: 0x2a,
  addrx3: 0x2b,
  addrx4: 0x2c,
  gnuAddrIndex: 0x1f01,
  gnuStrIndex: 0x1f02,
  gnuRefAlt: 0x1f20,
  gnuStrpAlt: 0x1f21,
} as const;

/** Properties of a unit that lengths of values depend on. */
export interface UnitFormat {
  /** DWARF version of the unit. */
  readonly version: number;
  /** Bytes of an address. */
  readonly addressBytes: number;
  /** Bytes of an offset into a section. */
  readonly offsetBytes: 4 | 8;
}

/** Length code: a number of variable length (LEB128). */
export const LEB128_NUMBER = -1;
/** Length code: a string terminated by NUL. */
export const VARIABLE_TEXT = -2;
/** Length codes: a length of 1, 2 or 4 bytes or in LEB128, followed by this many bytes. */
export const BLOCK_1 = -3, BLOCK_2 = -4, BLOCK_4 = -5, BLOCK_VARIABLE = -6;
/** Length code: the form precedes the value. */
export const INDIRECT_FORM = -7;
/** Length code: an unknown form; the position of everything after it is unknown, too. */
const UNKNOWN_FORM = -8;

const FIXED = new Map<number, number>([
  [FORM.data1, 1],
  [FORM.data2, 2],
  [FORM.data4, 4],
  [FORM.data8, 8],
  [FORM.data16, 16],
  [FORM.flag, 1],
  [FORM.flagPresent, 0],
  [FORM.implicitConst, 0],
  [FORM.ref1, 1],
  [FORM.ref2, 2],
  [FORM.ref4, 4],
  [FORM.ref8, 8],
  [FORM.refSig8, 8],
  [FORM.refSup4, 4],
  [FORM.refSup8, 8],
  [FORM.strx1, 1],
  [FORM.strx2, 2],
  [FORM.strx3, 3],
  [FORM.strx4, 4],
  [FORM.addrx1, 1],
  [FORM.addrx2, 2],
  [FORM.addrx3, 3],
  [FORM.addrx4, 4],
  [FORM.string, VARIABLE_TEXT],
  [FORM.block1, BLOCK_1],
  [FORM.block2, BLOCK_2],
  [FORM.block4, BLOCK_4],
  [FORM.block, BLOCK_VARIABLE],
  [FORM.exprloc, BLOCK_VARIABLE],
  [FORM.indirect, INDIRECT_FORM],
  [FORM.sdata, LEB128_NUMBER],
  [FORM.udata, LEB128_NUMBER],
  [FORM.refUdata, LEB128_NUMBER],
  [FORM.strx, LEB128_NUMBER],
  [FORM.addrx, LEB128_NUMBER],
  [FORM.loclistx, LEB128_NUMBER],
  [FORM.rnglistx, LEB128_NUMBER],
  [FORM.gnuAddrIndex, LEB128_NUMBER],
  [FORM.gnuStrIndex, LEB128_NUMBER],
]);

/** Bytes of a value, or one of the negative length codes. */
export function lengthOfForm(form: number, { version, addressBytes, offsetBytes }: UnitFormat): number {
  switch (form) {
    case FORM.addr:
      return addressBytes;
    // In version 2, this form has the length of an address.
    case FORM.refAddr:
      return version === 2 ? addressBytes : offsetBytes;
    case FORM.strp:
    case FORM.strpSup:
    case FORM.lineStrp:
    case FORM.secOffset:
    case FORM.gnuRefAlt:
    case FORM.gnuStrpAlt:
      return offsetBytes;
  }
  return FIXED.get(form) ?? UNKNOWN_FORM;
}
