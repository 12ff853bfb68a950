/**
 * The settings for opening an engine.
 * @module
 */

/** The output of a program. */
export interface ProgramOutput {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Callbacks while a program runs. */
export interface ProgramWatch {
  /** Cancels the query. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each chunk that the program writes to standard error. */
  readonly said?: ((text: string) => void) | undefined;
}

/** Where an engine listens, and which actions the caller permits. */
export interface EngineSettings {
  /** The address; undefined for the default. */
  readonly server: string | undefined;
  /** Runs a program of the engine and returns its output; absent if no program may be started. */
  readonly run?:
    | ((program: string, args: readonly string[], options?: ProgramWatch) => Promise<ProgramOutput>)
    | undefined;
  /** Checks whether a port is open; absent if that is not permitted. */
  readonly listens?: ((hostname: string, port: number) => Promise<boolean>) | undefined;
  /** Starts DuckDB in another process; absent if that is impossible. */
  readonly startDuckDb?: (() => EngineProcess) | undefined;
}

/** A process that reads requests as lines and answers with lines. */
export interface EngineProcess {
  /** The next line; undefined after the end. */
  read(): Promise<string | undefined>;
  write(line: string): Promise<void>;
  /** Stops the process; returns the first line that it wrote to standard error. */
  end(): Promise<string>;
}
