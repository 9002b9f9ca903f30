import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The variables of the process, and below them those of a `.env` file in the folder (the working directory by
 * default) when there is one. A secret in a file, `DATABASE_URL=file:/run/secrets/url`, is read from there; one that
 * cannot be read stays as it is, and no setting takes it. The only reader of `process.env`.
 */
export function readEnvironment(
  directory: string = process.cwd(),
): Readonly<Record<string, string | undefined>> {
  const env: Record<string, string | undefined> = { ...readEnvFile(join(directory, '.env')), ...process.env };
  for (const name of secretsInFiles) {
    const path = /^file:(.+)$/.exec(env[name]?.trim() ?? '')?.[1];
    if (path !== undefined) env[name] = readText(path) ?? env[name];
  }
  return env;
}

/** Secrets, and addresses that hold passwords. The master key is read where it is used. */
const secretsInFiles = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'FACES_SECRET',
  'DUPLICATES_SECRET',
  'SSO_CLIENT_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
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
