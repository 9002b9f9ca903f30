import { Command } from 'commander';
import { auditCommand } from './audit/index.ts';
import { backupCommand } from './backup/index.ts';
import { restoreCommand } from './backup/restore.ts';
import { clientsCommand } from './clients/index.ts';
import { demoCommand } from './demo/index.ts';
import { facesCommand } from './faces/index.ts';
import { keysCommand } from './keys/index.ts';
import { modelsCommand } from './models/index.ts';
import { peopleCommand } from './people/index.ts';
import { registryCommand } from './registry/index.ts';
import { reportFailure } from './report-failure.ts';
import { serveCommand } from './serve.ts';
import { sourcesCommand } from './sources/index.ts';
import { templatesCommand } from './templates/index.ts';

const program = new Command('confere')
  .description('Self-hosted identity and profile verification for Brazil.')
  .showHelpAfterError()
  .addCommand(serveCommand())
  .addCommand(demoCommand())
  .addCommand(clientsCommand())
  .addCommand(facesCommand())
  .addCommand(modelsCommand())
  .addCommand(registryCommand())
  .addCommand(peopleCommand())
  .addCommand(sourcesCommand())
  .addCommand(templatesCommand())
  .addCommand(keysCommand())
  .addCommand(auditCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand());

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
