/**
 * What an engine is opened with.
 * @module
 */

/** What a program printed. */
export interface ProgramOutput {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Who looks on while a program runs. */
export interface ProgramWatch {
  /** Cancels the query. */
  readonly signal?: AbortSignal | undefined;
  /** Hears what it writes to standard error, piece by piece. */
  readonly said?: ((text: string) => void) | undefined;
}

/** Where an engine listens, and who asks. */
export interface EngineSettings {
  /** The address; undefined = the usual one. */
  readonly server: string | undefined;
  /** Starts a program of the engine, and gives what it prints; absent where none may be started. */
  readonly run?:
    | ((program: string, args: readonly string[], options?: ProgramWatch) => Promise<ProgramOutput>)
    | undefined;
  /** Whether something listens; absent where nobody may look. */
  readonly listens?: ((hostname: string, port: number) => Promise<boolean>) | undefined;
  /** Starts DuckDB beside this process; absent where it cannot be. */
  readonly startDuckDb?: (() => EngineProcess) | undefined;
}

/** A process that reads requests as lines and answers with lines. */
export interface EngineProcess {
  /** The next line; undefined when it has ended. */
  read(): Promise<string | undefined>;
  write(line: string): Promise<void>;
  /** Ends it; gives the first line that it has written to standard error. */
  end(): Promise<string>;
}
