import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { modules } from '../app.ts';
import { reportFailure } from './report-failure.ts';

/** Each loaded only when it is called, or when the help names them all. */
const commands = Object.assign({}, ...modules.map((module) => module.commands)) as Readonly<
  Record<string, () => Promise<Command>>
>;

const program = new Command('confere')
  .version(packageJson.version)
  .description('Self-hosted identity and profile verification for Brazil.')
  .showHelpAfterError();
const { 2: name = '' } = process.argv;
const wanted = Object.hasOwn(commands, name) ? [name] : Object.keys(commands);
for (const each of wanted) program.addCommand(await commands[each]!());

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
