// TypeScript functions that the kernel calls: they grow tables, create signatures, and format text that is
// rare or hard to format.

// Creates the record of a signature whose definition has been walked, and adds it to the table. Returns the
// record, or 0 if there are too many signatures.
@external("env", "define")
export declare function define(kind: u32, low: u32, high: u32, from: usize, to: usize): usize;

// Returns the record of a signature whose id is too large for the plain table, or 0.
@external("env", "findHigh")
export declare function findHigh(kind: u32, low: u32, high: u32): usize;

// Reports a value passed to a function that declares fewer arguments, with its KIND_* bits.
@external("env", "undeclared")
export declare function undeclared(fn: usize, at: usize, kinds: u32): void;

// Reports that the backtrace ending at an address has more frames than are kept.
@external("env", "longBacktrace")
export declare function longBacktrace(end: usize, frames: u32): void;

// Grows the table of open calls; returns 0 if there are too many of them.
@external("env", "growOpen")
export declare function growOpen(): u32;

// Grows the table of threads; returns 0 if there are too many of them.
@external("env", "growThreads")
export declare function growThreads(): u32;

@external("env", "growArgs")
export declare function growArgs(count: u32): void;

// Grows the stack of nested values; returns 0 if they are nested more deeply than a cell shows.
@external("env", "growNesting")
export declare function growNesting(): u32;

@external("env", "growStackList")
export declare function growStackList(count: u32): void;

// Returns the slot + 1 of a thread whose number is too large for the plain map, or 0; `add` creates the slot.
@external("env", "findThread")
export declare function findThread(thread: u32): u32;

@external("env", "addThread")
export declare function addThread(thread: u32, slot: u32): void;

@external("env", "keep")
export declare function keep(bytes: u32, from: usize): usize;

@external("env", "release")
export declare function release(at: usize, bytes: u32): void;

@external("env", "internStack")
export declare function internStack(count: u32): u32;

// Sets the source position of a staged event from its stack.
@external("env", "placeEvent")
export declare function placeEvent(row: u32, stack: u32): void;

// Reports that a watched call has been staged in `events` at `row`; the callee may change that row and add
// others.
@external("env", "watchCall")
export declare function watchCall(row: u32): void;

@external("env", "onCall")
export declare function onCall(): void;

@external("env", "endFrame")
export declare function endFrame(): void;

// Writes out the output buffer.
@external("env", "drain")
export declare function drain(): void;

// These functions write a text to SCRATCH and return its length.
@external("env", "floatText")
export declare function floatText(value: f64, digits: u32): u32;

@external("env", "guidText")
export declare function guidText(at: usize, side: u32): u32;

@external("env", "blobText")
export declare function blobText(at: usize, bytes: u32): u32;

@external("env", "internText")
export declare function internText(from: usize, to: usize): u32;
