import { Command } from 'commander';
import { reportFailure } from './report-failure.ts';

/** Each loaded only when it is called, or when the help names them all. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  demo: async () => (await import('./demo/index.ts')).demoCommand(),
  clients: async () => (await import('./clients/index.ts')).clientsCommand(),
  faces: async () => (await import('./faces/index.ts')).facesCommand(),
  models: async () => (await import('./models/index.ts')).modelsCommand(),
  registry: async () => (await import('./registry/index.ts')).registryCommand(),
  people: async () => (await import('./people/index.ts')).peopleCommand(),
  sources: async () => (await import('./sources/index.ts')).sourcesCommand(),
  templates: async () => (await import('./templates/index.ts')).templatesCommand(),
  keys: async () => (await import('./keys/index.ts')).keysCommand(),
  audit: async () => (await import('./audit/index.ts')).auditCommand(),
  backup: async () => (await import('./backup/index.ts')).backupCommand(),
  restore: async () => (await import('./backup/restore.ts')).restoreCommand(),
};

const program = new Command('confere')
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
