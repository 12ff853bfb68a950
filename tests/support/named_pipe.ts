/**
 * Ends the wait of those who open an end of a named pipe that nobody opens the other end of, which is how a program that fails
 * at its start would let a test hang.
 */
export function letGo(pipe: string): void {
  // Open for both there is somebody at the other end at once, and the system does not wait.
  Deno.openSync(pipe, { read: true, write: true }).close();
}
