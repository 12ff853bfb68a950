/**
 * Constants that the stream kernel (stream.as.ts) and TypeScript share: offsets in the kernel's state, layouts of
 * its records, and status numbers. Plain constants, so that both compilers can read this file.
 * @module
 */

// Why `scan` returned.
/** The window has no further complete event. */
export const NEEDS_MORE = 0;
/** A staging batch is full. */
export const BATCH_FULL = 1;
/** The bytes are not an event; FAIL_CODE and FAIL_AT say why and where. */
export const FAILED = 2;
/** Every requested call has been seen. */
export const DONE = 3;
/** The output buffer is full enough to be written out. */
export const OUTPUT_FULL = 4;

// What was wrong, as stored in FAIL_CODE.
/** An event byte that means neither enter nor leave. */
export const BAD_EVENT = 1;
/** An unknown call detail. */
export const BAD_DETAIL = 2;
/** An unknown value tag. */
export const BAD_VALUE = 3;
/** An enumeration whose value is not an integer. */
export const BAD_ENUM = 4;
/** An unknown part of a stack frame. */
export const BAD_FRAME = 5;
/** There are more open calls than any real program has. */
export const MANY_OPEN = 6;
/** There are more threads than any real program has. */
export const MANY_THREADS = 7;
/** There are more signatures, or names in them, than a stream of this length can have. */
export const MANY_SIGNATURES = 8;

// Kinds of signatures.
/** Function names and their argument names. */
export const FUNCTION = 0;
/** Structure signatures. */
export const STRUCT = 1;
/** Enumeration signatures. */
export const ENUM = 2;
/** Bit mask signatures. */
export const BIT_MASK = 3;
/** Stack frame signatures. */
export const FRAME = 4;

// What `scan` does with completed calls: bits of MODE.
/** Writes rows of `calls` and `events`. */
export const MODE_ROWS = 1;
/** Writes text as the original `dump` does. */
export const MODE_TEXT = 2;
/** Passes every selected call to `onCall`. */
export const MODE_CALLS = 4;
/** Writes one argument of every call into a column. */
export const MODE_COLUMN = 8;
/** Keeps no arguments and only counts calls. */
export const MODE_COUNT = 16;

// Class bits of calls, with the values that `pickle` prints.
/** The call was added by the tracer, not made by the program. */
export const CLASS_FAKE = 1;
/** The call draws. */
export const CLASS_RENDER = 8;
/** The call ends a frame. */
export const CLASS_END_FRAME = 32;
/** The call never returned. */
export const CLASS_INCOMPLETE = 64;
/** The call is hidden by default. */
export const CLASS_VERBOSE = 128;

// Additional bits of a function record.
/** Calls of the function are passed to `onCall` while rows are written. */
export const WATCHED = 1;
/** Calls of the function are never selected. */
export const HIDDEN = 2;
/** The function is `glGetError`, whose calls are hidden if they returned 0. */
export const GET_ERROR = 4;

// Offsets in the state, in bytes.
/** Address of the next unread byte (u32). */
export const POSITION = 0;
/** End of the available bytes (u32). */
export const END = 4;
/** Stream offset minus address (u64). */
export const ORIGIN = 8;
/** Version of the stream (u32). */
export const VERSION = 16;
/** 1 if nothing follows the available bytes (u32). */
export const IS_LAST_WINDOW = 20;
/** What to do with calls, MODE_* bits (u32). */
export const MODE = 24;
/** Number of the next call (u32). */
export const NEXT_CALL_NO = 28;
/** The error (u32). */
export const FAIL_CODE = 32;
/** Address of the error (u32). */
export const FAIL_AT = 36;
/** The invalid byte (u32). */
export const FAIL_BYTE = 40;
/** Minimum bytes that an incomplete event needs, from its start (u32). */
export const BYTES_NEEDED = 44;
/** Five pairs of address and length of the signature tables by id (u32, u32). */
export const SIGNATURE_TABLES = 48;
/** Buffer for short texts from callbacks (u32 address). */
export const SCRATCH = 88;
/** List of the frame records of a backtrace: its address; the capacity follows (u32 each). */
export const STACK_LIST = 96;
/** Records of open calls (u32 address). */
export const OPEN_RECORDS = 104;
/** Capacity of the records of open calls (u32). */
export const OPEN_CAPACITY = 108;
/** Number of records of open calls ever used (u32). */
export const OPEN_USED = 112;
/** First free record of an open call, index + 1 (u32). */
export const OPEN_FREE = 116;
/** Hash buckets of open calls (u32 address). */
export const OPEN_BUCKETS = 120;
/** Number of hash buckets of open calls, minus 1 (u32). */
export const OPEN_MASK = 124;
/** Number of open calls (u32). */
export const OPEN_LIVE = 128;
/** Slot + 1 of each thread with a number below THREAD_DENSE (u32 address). */
export const THREAD_MAP = 132;
/** Slots of threads (u32 address). */
export const THREAD_SLOTS = 136;
/** Capacity of thread slots (u32). */
export const THREAD_CAPACITY = 140;
/** Number of thread slots in use (u32). */
export const THREAD_COUNT = 144;
/** Number of calls in the current frame that carry memory contents (u32). */
export const FRAME_UPLOADS = 148;
/** Number of the current frame (u32). */
export const FRAME_NO = 152;
/** First call of the current frame (u32). */
export const FRAME_FIRST = 156;
/** Last call of the current frame (u32). */
export const FRAME_LAST = 160;
/** Number of calls in the current frame (u32). */
export const FRAME_CALLS = 164;
/** Number of draw calls in the current frame (u32). */
export const FRAME_DRAWS = 168;
/** Number of threads in the current frame (u32). */
export const FRAME_THREADS = 172;
/** Bytes of memory contents that calls of the current frame carry (u64). */
export const FRAME_BYTES = 176;
/** Stream offset where the bytes of the frame end (u64). */
export const FRAME_END = 184;
/** Leave events without a call (u32). */
export const STRAY_LEAVES = 192;
/** Number of completed calls (u32). */
export const COMPLETED = 196;
/** Arguments of the current call (u32 address). */
export const ARGS = 200;
/** Capacity of the table of arguments (u32). */
export const ARGS_CAPACITY = 204;
/** Number of arguments of the current call (u32). */
export const ARGS_COUNT = 208;
/** Address of the return value, or 0 (u32). */
export const RETURN_VALUE = 212;
/** 1 if the return value is in the leave event (u32). */
export const RETURN_SIDE = 216;
/** Address of the backtrace, where its number of frames is stored, or 0 (u32). */
export const BACKTRACE = 220;
/** 1 if the backtrace is in the leave event (u32). */
export const BACKTRACE_SIDE = 224;
/** Stream offset minus address for the enter and the leave event (f64 each). */
export const SIDE_ORIGINS = 232;
/** Number of the current call (u32). */
export const CALL_NO = 248;
/** Function record of the current call (u32). */
export const CALL_FUNCTION = 252;
/** Thread of the current call (u32). */
export const CALL_THREAD = 256;
/** Class bits of the current call (u32). */
export const CALL_CLASS = 260;
/** Blob bytes of the current call (u64). */
export const CALL_BYTES = 264;
/** Ranges of selected call numbers (u32 address). */
export const SELECTED_RANGES = 272;
/** Number of these ranges; 0 selects all calls (u32). */
export const SELECTED_RANGE_COUNT = 276;
/** Last number in any range (u32). */
export const LAST_SELECTED = 280;
/** Number of open calls that may be selected (u32). */
export const OPEN_SELECTED = 284;
/** Next byte of the output buffer (u32 address). */
export const OUTPUT_NEXT = 288;
/** Start of the output buffer (u32 address). */
export const OUTPUT_START = 292;
/** End of the output buffer (u32 address). */
export const OUTPUT_END = 296;
/** TEXT_* bits for formatting (u32). */
export const TEXT_OPTIONS = 300;
/** Texts that switch colours, indexed by STYLE_*: address and length each (u32, u32). */
export const STYLES = 304;
/** Number of cells of a column after which the pass ends; 0 for no limit (u32). */
export const COLUMN_LIMIT = 344;
/** Stack of nested values while text is written (u32 address). */
export const NESTING = 360;
/** Capacity of the stack of nested values (u32). */
export const NESTING_CAPACITY = 364;
/** Staging rows of the extracted column (u32 address). */
export const COLUMN = 368;
/** Null bytes of the extracted column (u32 address). */
export const COLUMN_NULLS = 372;
/** Rows of the extracted column (u32). */
export const COLUMN_ROWS = 376;
/** How to fill the column, a COLUMN_* value. */
export const COLUMN_FORM = 380;
/** Rows staged in `calls` (u32). */
export const CALL_ROWS = 384;
/** Rows staged in `events` (u32). */
export const EVENT_ROWS = 388;
/** Code of the kind `call` (u32). */
export const KIND_CALL = 392;
/** The pass ends at the first completed call with a higher number, as in the original tools (u32). */
export const STOP_AFTER = 396;
/** Addresses of each staging column and of its null bytes (u32 each), in the order of CallColumn and EventColumn. */
export const STAGING = 400;
/** Size of the state in bytes. */
export const STATE_BYTES = 640;

/** Maximum number of frames kept of a backtrace; the outermost ones are dropped. */
export const MOST_FRAMES = 65536;

/** Threads with numbers below this have their slots in a plain array. */
export const THREAD_DENSE = 65536;
/** Signatures with ids below this have their records in a plain array. */
export const SIGNATURE_DENSE = 262144;

/** Index into STYLES: the style of literals. */
export const STYLE_LITERAL = 0;
/** Index into STYLES: the style of pointers and blobs. */
export const STYLE_POINTER = 1;
/** Index into STYLES: resets to plain text. */
export const STYLE_NORMAL = 2;
/** Index into STYLES: the style of the line above a backtrace. */
export const STYLE_TRACE = 3;
/** Index into STYLES: the style between a call and the word "fake" or "incomplete". */
export const STYLE_REMARK = 4;

/** The text of a cell may have this many bytes, plus `CELL_PER_BYTE` for each byte of its value, up to `CELL_MOST`. */
export const CELL_LEAST = 4096;
/** Bytes that a cell's text may have in addition to `CELL_LEAST`, for each byte of the value in the stream. */
export const CELL_PER_BYTE = 64;
/** Maximum bytes of a cell's text for any value. Longer text is truncated and marked. */
export const CELL_MOST = 1048576;
/** Spare bytes after the end of a cell's text. */
export const CELL_SPARE = 8192;

/** Bit of TEXT_OPTIONS: write call numbers. */
export const TEXT_NUMBERS = 1;
/** Bit of TEXT_OPTIONS: write thread numbers. */
export const TEXT_THREADS = 2;
/** Bit of TEXT_OPTIONS: write line feeds literally, backtraces, and an empty line after each frame. */
export const TEXT_LINES = 4;
/** Bit of TEXT_OPTIONS: write blobs to files. */
export const TEXT_BLOBS = 8;
/** Bit of TEXT_OPTIONS: include verbose calls. */
export const TEXT_VERBOSE = 16;

/** Bit for argument values, in addition to their tags: a negative number. */
export const KIND_NEGATIVE = 65536;
/** Bit for argument values: a number of 2^63 or more. */
export const KIND_HUGE = 131072;
/** Bit for argument values: an integer that a double cannot represent. */
export const KIND_WIDE = 262144;

/** Value of COLUMN_FORM: texts. */
export const COLUMN_TEXT = 0;
/** Value of COLUMN_FORM: unsigned numbers; negative ones are null. */
export const COLUMN_U64 = 1;
/** Value of COLUMN_FORM: signed numbers; those of 2^63 or more are null. */
export const COLUMN_I64 = 2;
/** Value of COLUMN_FORM: doubles. */
export const COLUMN_F64 = 3;
/** Value of COLUMN_FORM: all arguments as text. */
export const COLUMN_ALL_TEXT = 4;
/** Value of COLUMN_FORM: doubles; integers are null. */
export const COLUMN_FLOAT = 5;
/** Value of FUNCTION_WANTED: the return value. */
export const WANT_RETURN = 4294967294;
/** Value of FUNCTION_WANTED: no argument. */
export const WANT_NOTHING = 4294967295;

// Layout of a function record: offset of its definition (u64), length of the definition, then these fields
// (u32 if not stated).
/** Length of the definition (u32); in records of all kinds it follows the offset of the definition. */
export const DEFINITION_BYTES = 8;
/** Number of arguments of a function, of members of a structure, or of entries of a list; for a frame, its id. */
export const PART_COUNT = 12;
/** Row in `functions`. */
export const FUNCTION_ROW = 16;
/** Class bits of the function. */
export const FUNCTION_CLASS = 20;
/** WATCHED, HIDDEN and GET_ERROR bits. */
export const FUNCTION_BITS = 24;
/** Text before the first argument: address and length. */
export const FUNCTION_HEAD = 28;
/** Texts before each argument: address of pairs. */
export const FUNCTION_ARGS = 36;
/** Number of the argument that the column contains. */
export const FUNCTION_WANTED = 40;
/** String code of the function's name. */
export const FUNCTION_NAME = 44;
/** Number of calls (u64). */
export const FUNCTION_CALLS = 48;
/** Blob bytes (u64). */
export const FUNCTION_BYTES = 56;
/** Kinds of values per argument, the return value last: address of u32 each, with tag bits and KIND_*. */
export const FUNCTION_KINDS = 64;
/** String code of the text of the function's class. */
export const FUNCTION_TYPE = 68;
/** Size of a function record in bytes. */
export const FUNCTION_SIZE = 80;

// Layout of a pair: address of a text or a table, then its length.
/** Length of the text or table (u32). */
export const PAIR_LENGTH = 4;

// Layout of an argument's place: address of its value or 0 (u32), then these fields.
/** 1 if the value is in the leave event (u32). */
export const ARG_PLACE_SIDE = 4;
/** Size of a place in bytes. */
export const ARG_PLACE_SIZE = 8;

// Layout of a range of selected call numbers: the first one (u32), then these fields.
/** Last call number of the range (u32). */
export const RANGE_LAST = 4;
/** Step between the numbers; 0 or 1 for all (u32). */
export const RANGE_STEP = 8;
/** A call must have one of these class bits; 0 for any (u32). */
export const RANGE_CLASSES = 12;
/** Size of a range in bytes. */
export const RANGE_SIZE = 16;

// Layout of a value that is being written and contains others: its kind (u32; 0 array, 1 structure, 2
// anonymous structure, 4 second representation of a value that has two), then these fields.
/** Number of parts left (u32). */
export const NESTED_LEFT = 4;
/** Structure record (u32). */
export const NESTED_RECORD = 8;
/** Number of the next member (u32). */
export const NESTED_NUMBER = 12;
/** 1 if a member has been written (u32). */
export const NESTED_WRITTEN = 16;
/** Size in bytes. */
export const NESTED_SIZE = 24;

/** Structure record: 1 if it is a GUID. */
export const STRUCT_GUID = 16;
/** Structure record: address of pairs (address and length) of the texts before each member. */
export const STRUCT_MEMBERS = 20;
/** Enumeration and bit mask record: address of the entries. */
export const ENUM_ENTRIES = 16;
/** Enumeration record: address of the hash slots (entry + 1). */
export const ENUM_SLOTS = 20;
/** Enumeration record: number of hash slots minus 1. */
export const ENUM_MASK = 24;
/** Entry of an enumeration or bit mask: code of its text (u32). */
export const ENTRY_CODE = 16;
/** Size of an entry: value (u64), text address, text length, code of the text (u32 each). */
export const ENTRY_BYTES = 24;
/** Frame record: address and length of its text. */
export const FRAME_RECORD_TEXT = 16;

// Layout of the record of an open call.
/** Number of the call. */
export const OPEN_CALL_NO = 0;
/** Record of the called function. */
export const OPEN_CALL_FUNCTION = 4;
/** Slot of the calling thread. */
export const OPEN_CALL_SLOT = 8;
/** Bit 0: fake; bit 1: returned zero. */
export const OPEN_CALL_BITS = 12;
/** Offset of the enter event (u64). */
export const OPEN_CALL_ENTER = 16;
/** Blob bytes so far (u64). */
export const OPEN_CALL_BYTES = 24;
/** Number of open calls of the thread at its start. */
export const OPEN_CALL_DEPTH = 32;
/** Stack id of the call. */
export const OPEN_CALL_STACK = 36;
/** Copy of the details of the enter event: address and length. */
export const OPEN_CALL_COPY = 40;
/** Stream offset minus address of the copy (u64). */
export const OPEN_CALL_ORIGIN = 48;
/** Next record in the bucket, or next free one (index + 1). */
export const OPEN_CALL_NEXT = 56;
/** Size of a record in bytes. */
export const OPEN_CALL_SIZE = 64;

// Layout of the slot of a thread.
/** Number of the thread. */
export const THREAD_SLOT_NO = 0;
/** Number of open calls. */
export const THREAD_SLOT_DEPTH = 4;
/** Number of completed calls. */
export const THREAD_SLOT_CALLS = 8;
/** Number of the last frame in which the thread made a call, plus 1. */
export const THREAD_SLOT_FRAME = 12;
/** First call of the thread. */
export const THREAD_SLOT_FIRST = 16;
/** Last call of the thread. */
export const THREAD_SLOT_LAST = 20;
/** Blob bytes (u64). */
export const THREAD_SLOT_BYTES = 24;
/** Size of a slot in bytes. */
export const THREAD_SLOT_SIZE = 32;

/** Staging columns of `calls`, under their names in the table; STAGING has their addresses. */
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

/** Staging columns of `events`, which follow those of `calls`. */
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
