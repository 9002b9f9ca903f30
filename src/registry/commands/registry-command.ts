import { Command } from 'commander';
import { downloadRegistryCommand } from './download.ts';
import { importRegistryCommand } from './import.ts';
import { importTaxCommand } from './import-tax.ts';
import { pruneRegistryCommand } from './prune.ts';
import { registryQuarantineCommand } from './quarantine.ts';
import { rollbackRegistryCommand } from './rollback.ts';
import { registryStatusCommand } from './status.ts';

/** `confere registry ...`: the companies of Brazil, from Receita Federal's open data. */
export function registryCommand(): Command {
  return new Command('registry')
    .description("Import and manage the registry of companies (Receita Federal's CNPJ open data).")
    .addCommand(downloadRegistryCommand())
    .addCommand(importRegistryCommand())
    .addCommand(importTaxCommand())
    .addCommand(registryStatusCommand())
    .addCommand(registryQuarantineCommand())
    .addCommand(rollbackRegistryCommand())
    .addCommand(pruneRegistryCommand());
}
