/**
 * What the stream kernel (stream.as.ts) and TypeScript agree on: places in the kernel's state, forms of its records,
 * status numbers. Plain constants, so that both compilers read this file.
 * @module
 */

// Why `scan` returned.
/** The window holds no further whole event. */
export const MORE = 0;
/** A staging batch is full. */
export const FULL = 1;
/** Bytes that are no event; FAIL_CODE and FAIL_AT say which. */
export const FAILED = 2;
/** Every call that was asked for has been seen. */
export const DONE = 3;
/** The output buffer is full enough to be written. */
export const WRITE = 4;

// What was wrong, in FAIL_CODE.
/** An event byte that is neither enter nor leave. */
export const BAD_EVENT = 1;
/** An unknown call detail. */
export const BAD_DETAIL = 2;
/** An unknown value tag. */
export const BAD_VALUE = 3;
/** An enumeration with something else than an integer. */
export const BAD_ENUM = 4;
/** An unknown part of a stack frame. */
export const BAD_FRAME = 5;
/** More calls that have not returned than programs have. */
export const MANY_OPEN = 6;
/** More threads than programs have. */
export const MANY_THREADS = 7;
/** More signatures, or names in them, than the stream so far justifies. */
export const MANY_SIGNATURES = 8;

// Kinds of signatures.
/** Function names and their argument names. */
export const FUNCTION = 0;
/** Structures. */
export const STRUCT = 1;
/** Enumerations. */
export const ENUM = 2;
/** Bit masks. */
export const MASK = 3;
/** Stack frames. */
export const FRAME = 4;

// What `scan` does with completed calls, bits of MODE.
/** Writes rows of `calls` and `events`. */
export const MODE_ROWS = 1;
/** Writes text as the original `dump` does. */
export const MODE_TEXT = 2;
/** Hands every selected call to `onCall`. */
export const MODE_CALLS = 4;
/** Writes one argument of every call into a column. */
export const MODE_COLUMN = 8;
/** Keeps no arguments: only counts. */
export const MODE_COUNT = 16;

// Class bits of calls; the numbers are those that `pickle` prints.
/** Made by the tracer, not by the program. */
export const CLASS_FAKE = 1;
/** Draws. */
export const CLASS_RENDER = 8;
/** Ends a frame. */
export const CLASS_END_FRAME = 32;
/** Never returned. */
export const CLASS_INCOMPLETE = 64;
/** Hidden by default. */
export const CLASS_VERBOSE = 128;

// Own bits of a function record.
/** Its calls are handed to `onCall` while rows are written. */
export const WATCHED = 1;
/** Its calls are left out of what is selected. */
export const HIDDEN = 2;
/** `glGetError`: hidden when it returned 0. */
export const GET_ERROR = 4;

// Places in the state, in bytes.
/** Next unread byte (u32). */
export const POSITION = 0;
/** End of the bytes at hand (u32). */
export const END = 4;
/** Stream offset less address (u64). */
export const ORIGIN = 8;
/** Stream version (u32). */
export const VERSION = 16;
/** 1 when nothing follows the bytes at hand (u32). */
export const ENDED = 20;
/** What to do (u32). */
export const MODE = 24;
/** Number of the next call (u32). */
export const NEXT_NO = 28;
/** What was wrong (u32). */
export const FAIL_CODE = 32;
/** Address where (u32). */
export const FAIL_AT = 36;
/** The byte that was wrong (u32). */
export const FAIL_BYTE = 40;
/** Bytes that a cut event needs at least, from its start (u32). */
export const NEED = 44;
/** Five pairs of address and length of the signature tables by id (u32, u32). */
export const TABLES = 48;
/** Room for short texts that callbacks make (u32 address). */
export const SCRATCH = 88;
/** List of frame records of a backtrace (u32 address, u32 capacity). */
export const STACK_LIST = 96;
/** Open calls: records, capacity, used, first free record (index + 1), buckets, mask, live (u32 each). */
export const OPEN_RECORDS = 104;
/** See OPEN_RECORDS. */
export const OPEN_CAPACITY = 108;
/** See OPEN_RECORDS. */
export const OPEN_USED = 112;
/** See OPEN_RECORDS. */
export const OPEN_FREE = 116;
/** See OPEN_RECORDS. */
export const OPEN_BUCKETS = 120;
/** See OPEN_RECORDS. */
export const OPEN_MASK = 124;
/** See OPEN_RECORDS. */
export const OPEN_LIVE = 128;
/** Slot + 1 by thread number, below THREAD_DENSE (u32 address). */
export const THREAD_MAP = 132;
/** Thread slots: address, capacity, count (u32 each). */
export const THREAD_SLOTS = 136;
/** See THREAD_SLOTS. */
export const THREAD_CAPACITY = 140;
/** See THREAD_SLOTS. */
export const THREAD_COUNT = 144;
/** Calls of the frame that carry memory (u32). */
export const FRAME_UPLOADS = 148;
/** Calls per frame so far: number, first call, last call, calls, draws, threads (u32 each), bytes (u64). */
export const FRAME_NO = 152;
/** See FRAME_NO. */
export const FRAME_FIRST = 156;
/** See FRAME_NO. */
export const FRAME_LAST = 160;
/** See FRAME_NO. */
export const FRAME_CALLS = 164;
/** See FRAME_NO. */
export const FRAME_DRAWS = 168;
/** See FRAME_NO. */
export const FRAME_THREADS = 172;
/** See FRAME_NO. */
export const FRAME_BYTES = 176;
/** Stream offset where the frame's bytes end (u64). */
export const FRAME_END = 184;
/** Leave events without a call (u32). */
export const STRAY = 192;
/** Calls completed (u32). */
export const COMPLETED = 196;
/** Argument table of the call at hand: address, capacity, used (u32 each). */
export const ARGS = 200;
/** See ARGS. */
export const ARGS_CAPACITY = 204;
/** See ARGS. */
export const ARGS_COUNT = 208;
/** Return value: address, 0 = none (u32), and 1 when it lies in the leave event (u32). */
export const RET = 212;
/** See RET. */
export const RET_SIDE = 216;
/** Backtrace (its frame count): address, 0 = none (u32), and its side (u32). */
export const TRACE = 220;
/** See TRACE. */
export const TRACE_SIDE = 224;
/** Stream offset less address of enter and leave event (f64 each). */
export const SIDE_ORIGINS = 232;
/** The call at hand: number, function record, thread, class bits (u32 each). */
export const CALL_NO = 248;
/** See CALL_NO. */
export const CALL_FUNCTION = 252;
/** See CALL_NO. */
export const CALL_THREAD = 256;
/** See CALL_NO. */
export const CALL_CLASS = 260;
/** Blob bytes of the call at hand (u64). */
export const CALL_BYTES = 264;
/** Ranges of call numbers that are selected: address and count (u32 each); no ranges = all. */
export const SET = 272;
/** See SET. */
export const SET_COUNT = 276;
/** Last number that any range holds (u32). */
export const SET_LAST = 280;
/** Open calls that may be selected (u32). */
export const OPEN_WANTED = 284;
/** Output buffer: next byte, start, end (u32 each). */
export const OUT = 288;
/** See OUT. */
export const OUT_START = 292;
/** See OUT. */
export const OUT_END = 296;
/** Bits that say how text looks (u32). */
export const TEXT_OPTIONS = 300;
/** Addresses and lengths (u32 each) of the texts that switch colours: see STYLE_*. */
export const STYLES = 304;
/** Cells of a column that are wanted: the pass ends after that many; 0 = of all calls (u32). */
export const COLUMN_LIMIT = 344;
/** Nested values while text is made: address and capacity (u32 each). */
export const NESTING = 360;
/** See NESTING. */
export const NESTING_CAPACITY = 364;
/** Staging rows of the column that is extracted: address, null bytes, rows, 8-byte values or not (u32 each). */
export const COLUMN = 368;
/** See COLUMN. */
export const COLUMN_NULLS = 372;
/** See COLUMN. */
export const COLUMN_ROWS = 376;
/** How the column is made: see COLUMN_*. */
export const COLUMN_FORM = 380;
/** Rows staged in `calls` (u32). */
export const CALL_ROWS = 384;
/** Rows staged in `events` (u32). */
export const EVENT_ROWS = 388;
/** Code of the kind `call` (u32). */
export const KIND_CALL = 392;
/** A completed call with a higher number ends the pass, as the original's tools do (u32). */
export const STOP_AFTER = 396;
/** Addresses of each staging column and of its null bytes (u32 each), in the order of CallColumn and EventColumn. */
export const STAGING = 400;
/** Length of the state. */
export const STATE_BYTES = 640;

/** Frames of a backtrace that are kept, the innermost ones. */
export const MOST_FRAMES = 65536;

/** Threads below this number have their slot in a plain table. */
export const THREAD_DENSE = 65536;
/** Signatures below this id have their record in a plain table. */
export const SIGNATURE_DENSE = 262144;

/** Numbers of STYLES. */
export const STYLE_LITERAL = 0;
/** Pointers and blobs. */
export const STYLE_POINTER = 1;
/** Back to plain text. */
export const STYLE_NORMAL = 2;
/** The line above a backtrace. */
export const STYLE_TRACE = 3;
/** Between a call and the word "fake" or "incomplete". */
export const STYLE_NOTE = 4;

/** Bytes of the text in a cell, at least so many may be. */
export const CELL_LEAST = 4096;
/** And so many for each byte of the stream that it shows. */
export const CELL_PER_BYTE = 64;
/** But not more than these: a longer text is cut, and says so. */
export const CELL_MOST = 1048576;
/** Room behind the end of a cell's text. */
export const CELL_SPARE = 8192;

/** Bits of TEXT_OPTIONS. */
export const TEXT_NUMBERS = 1;
/** Thread numbers. */
export const TEXT_THREADS = 2;
/** Line feeds as they are, backtraces, empty line behind frames. */
export const TEXT_LINES = 4;
/** Blobs go to files. */
export const TEXT_BLOBS = 8;
/** Verbose calls too. */
export const TEXT_VERBOSE = 16;

/** What an argument has been beside its tags: a number below zero. */
export const KIND_NEGATIVE = 65536;
/** A number from 2^63 on. */
export const KIND_HUGE = 131072;
/** A whole number that a double does not hold. */
export const KIND_WIDE = 262144;

/** Column of texts. */
export const COLUMN_TEXT = 0;
/** Column of unsigned numbers; those below zero are null. */
export const COLUMN_U64 = 1;
/** Column of signed numbers; those from 2^63 on are null. */
export const COLUMN_I64 = 2;
/** Column of doubles. */
export const COLUMN_F64 = 3;
/** All arguments as text. */
export const COLUMN_ALL_TEXT = 4;
/** Column of doubles; whole numbers are null. */
export const COLUMN_FLOAT = 5;
/** `wanted` of a function record: the return value. */
export const WANT_RETURN = 4294967294;
/** `wanted` of a function record: nothing. */
export const WANT_NOTHING = 4294967295;

// Function record: offset of its definition (u64), length of it, then these (u32 by default).
/** Length of the definition; all kinds of records have it here, behind the offset. */
export const DEFINED_BYTES = 8;
/** Number of arguments of a function, members of a structure, entries of a list; frame id of a frame. */
export const COUNT = 12;
/** Row in `functions`. */
export const F_ROW = 16;
/** Class bits. */
export const F_CLASS = 20;
/** Own bits. */
export const F_BITS = 24;
/** Text before the first argument: address and length. */
export const F_HEAD = 28;
/** Texts before each argument: address of pairs. */
export const F_ARGS = 36;
/** Number of the argument that a column wants. */
export const F_WANTED = 40;
/** Code of the name. */
export const F_NAME = 44;
/** Calls (u64). */
export const F_CALLS = 48;
/** Blob bytes (u64). */
export const F_BYTES = 56;
/** What values each argument has had, the last one for the return value: address of u32, a bit per tag and KIND_*. */
export const F_KINDS = 64;
/** Code of the class text. */
export const F_TYPE = 68;
/** Length of a function record. */
export const F_SIZE = 80;

// A text, or a table, whose address stands first.
/** Its length (u32). */
export const PAIR_LENGTH = 4;

// Place of an argument: address of its value, 0 = none (u32), then this.
/** 1 when it lies in the leave event (u32). */
export const A_SIDE = 4;
/** Length of a place. */
export const A_SIZE = 8;

// Range of call numbers that are selected: the first (u32), then these.
/** The last one (u32). */
export const RANGE_LAST = 4;
/** Every how many of them, 0 or 1 = all (u32). */
export const RANGE_STEP = 8;
/** Class bits of which a call must have one, 0 = any (u32). */
export const RANGE_CLASSES = 12;
/** Length of a range. */
export const RANGE_SIZE = 16;

// Value around the one that is being written: what it is (u32; 0 array, 1 structure, 2 anonymous structure, 4 second view of
// one that has two), then these.
/** Parts that are left (u32). */
export const N_LEFT = 4;
/** Structure record (u32). */
export const N_RECORD = 8;
/** Number of the next member (u32). */
export const N_NUMBER = 12;
/** 1 when a member has been written (u32). */
export const N_WRITTEN = 16;
/** Length of one. */
export const N_SIZE = 24;

/** Structure: 1 when it is a GUID. */
export const S_GUID = 16;
/** Structure: address of pairs (address and length) of texts before each member. */
export const S_MEMBERS = 20;
/** Enumeration and bit mask: address of the entries. */
export const ENUM_ENTRIES = 16;
/** Enumeration: address of the hash slots (entry + 1). */
export const ENUM_SLOTS = 20;
/** Enumeration: number of hash slots less 1. */
export const ENUM_MASK = 24;
/** Entry of both: code of its text (u32). */
export const ENTRY_CODE = 16;
/** Length of an entry: value (u64), text address, text length, code of the text (u32 each). */
export const ENTRY_BYTES = 24;
/** Frame: text address and length. */
export const R_TEXT = 16;

// Open call record.
/** Number of the call. */
export const O_NO = 0;
/** Function record. */
export const O_FUNCTION = 4;
/** Thread slot. */
export const O_SLOT = 8;
/** Bit 0 fake, bit 1 returned zero. */
export const O_BITS = 12;
/** Offset of the enter event (u64). */
export const O_ENTER = 16;
/** Blob bytes so far (u64). */
export const O_BYTES = 24;
/** Open calls of the thread before it. */
export const O_DEPTH = 32;
/** Stack id. */
export const O_STACK = 36;
/** Copy of the details of the enter event: address and length. */
export const O_COPY = 40;
/** Offset less address of the copy (u64). */
export const O_ORIGIN = 48;
/** Next record of the bucket or next free one (index + 1). */
export const O_NEXT = 56;
/** Length of a record. */
export const O_SIZE = 64;

// Thread slot.
/** Thread number. */
export const T_NO = 0;
/** Open calls. */
export const T_DEPTH = 4;
/** Completed calls. */
export const T_CALLS = 8;
/** Last frame it was seen in, + 1. */
export const T_FRAME = 12;
/** First call. */
export const T_FIRST = 16;
/** Last call. */
export const T_LAST = 20;
/** Blob bytes (u64). */
export const T_BYTES = 24;
/** Length of a slot. */
export const T_SIZE = 32;

/** Staging columns of `calls`, under the names that the table gives them; where each is says STAGING. */
export enum CallColumn {
  no,
  thread,
  entry,
  frame,
  fake,
  incomplete,
  blob_bytes,
  depth,
  enter,
  leave,
  stack,
}

/** Those of `events`, behind them. */
export enum EventColumn {
  no = 11,
  kind,
  thread,
  func,
  entry,
  addr,
  size,
  type,
  stack,
  frame,
  file,
  line,
  module,
}
