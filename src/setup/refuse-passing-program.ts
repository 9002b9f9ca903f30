import { sep } from 'node:path';
import { SetupError } from './errors.ts';

/** Folders that npx, `pnpm dlx`, `yarn dlx` and bunx run packages from, by how a part of their path begins. */
const passing = /^(_npx$|dlx(-|$)|bunx-)/;

/**
 * Throws `setup_program_not_installed` when a path that a unit would name is below a folder of a package runner, which
 * goes away.
 */
export function refusePassingProgram(paths: readonly string[]): void {
  const found = paths.find((path) => path.split(sep).some((part) => passing.test(part)));
  if (found !== undefined) throw new SetupError('setup_program_not_installed', { detail: found });
}
