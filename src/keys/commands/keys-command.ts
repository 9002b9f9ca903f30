import { Command } from 'commander';
import { createKeyCommand } from './create.ts';
import { listKeysCommand } from './list.ts';
import { rotateKeysCommand } from './rotate.ts';
import { rotateSigningKeysCommand } from './rotate-signing.ts';

/** `confere keys ...`: the master key that everything stored is sealed with, and the keys that sign. */
export function keysCommand(): Command {
  return new Command('keys')
    .description('Manage the master key and the signing keys.')
    .addCommand(listKeysCommand())
    .addCommand(createKeyCommand())
    .addCommand(rotateKeysCommand())
    .addCommand(rotateSigningKeysCommand());
}
