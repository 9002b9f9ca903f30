import { Command } from 'commander';
import { downloadRegistryCommand } from './download.ts';
import { importRegistryCommand } from './import.ts';
import { pruneRegistryCommand } from './prune.ts';
import { registryQuarantineCommand } from './quarantine.ts';
import { rollbackRegistryCommand } from './rollback.ts';
import { registryStatusCommand } from './status.ts';

/** `confere registry ...`: the companies of Brazil, from Receita Federal's open data. */
export function registryCommand(): Command {
  return new Command('registry')
    .description("Import and look after the registry of companies (Receita Federal's CNPJ open data).")
    .addCommand(downloadRegistryCommand())
    .addCommand(importRegistryCommand())
    .addCommand(registryStatusCommand())
    .addCommand(registryQuarantineCommand())
    .addCommand(rollbackRegistryCommand())
    .addCommand(pruneRegistryCommand());
}
