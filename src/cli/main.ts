#!/usr/bin/env node
import { Command } from 'commander';
import { clientsCommand } from './clients/index.ts';
import { demoCommand } from './demo/index.ts';
import { registryCommand } from './registry/index.ts';
import { reportFailure } from './report-failure.ts';
import { serveCommand } from './serve.ts';

const program = new Command('confere')
  .description('Self-hosted identity and profile verification for Brazil.')
  .showHelpAfterError()
  .addCommand(serveCommand())
  .addCommand(demoCommand())
  .addCommand(clientsCommand())
  .addCommand(registryCommand());

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
