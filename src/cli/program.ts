import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { AppError, isDiskFull } from '../platform/errors.ts';
import { CliError } from './errors.ts';
import { type OpenTaskStorage, withTaskStorage } from './run-operator-task.ts';

/** Makes a command when it is called, or when the help names them all. */
export type MakeCommand = () => Promise<Command>;

/**
 * Runs the command that the arguments of the process name, of those given by their first words. A failure is told on
 * standard error and in the exit status.
 */
export async function runProgram(
  commands: Readonly<Record<string, MakeCommand>>,
  openTaskStorage: OpenTaskStorage,
): Promise<void> {
  const program = new Command('confere')
    .version(packageJson.version)
    .description('Self-hosted identity and profile verification for Brazil.')
    .showHelpAfterError();
  const { 2: name = '' } = process.argv;
  const wanted = Object.hasOwn(commands, name) ? [name] : Object.keys(commands);
  for (const each of wanted) program.addCommand(await commands[each]!());
  try {
    await withTaskStorage(openTaskStorage, () => program.parseAsync());
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** Says on standard error what went wrong and what can be done, and gives the exit status. */
function reportFailure(failure: unknown): number {
  const error = nameFullDisk(failure);
  if (!(error instanceof AppError)) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
  console.error(`${error.title} (${error.code})`);
  if (error.detail !== undefined && error.problems === undefined) console.error(error.detail);
  for (const { path, message } of error.problems ?? [])
    console.error(`  ${path.replace(/^body\//, '')}: ${message}`);
  console.error(error.fix);
  return 1;
}

/** A full disk in the place of what it led to; a command that names it in its own words is left alone. */
function nameFullDisk(error: unknown): unknown {
  if (error instanceof AppError && error.kind === 'local') return error;
  const cause = [error, (error as Partial<Error> | undefined)?.cause].find(isDiskFull) as Error | undefined;
  return cause === undefined ? error : new CliError('disk_full', { detail: `${cause.message}.`, cause });
}
