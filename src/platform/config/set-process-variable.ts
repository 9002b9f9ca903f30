/**
 * Sets a variable in the environment of the process, for native libraries that read theirs from nowhere else. Only
 * the main thread's environment is the process's own: called in a worker thread it changes a copy.
 */
export function setProcessVariable(name: string, value: string): void {
  process.env[name] = value;
}
