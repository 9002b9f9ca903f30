import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The variables of the process, and below them those of a `.env` file in the folder (the working directory by
 * default) when there is one. The only reader of `process.env`.
 */
export function readEnvironment(
  directory: string = process.cwd(),
): Readonly<Record<string, string | undefined>> {
  return { ...readEnvFile(join(directory, '.env')), ...process.env };
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Sets a variable in the environment of the process, for native libraries that read theirs from nowhere else. Only
 * the main thread's environment is the process's own: called in a worker thread it changes a copy.
 */
export function setProcessVariable(name: string, value: string): void {
  process.env[name] = value;
}
