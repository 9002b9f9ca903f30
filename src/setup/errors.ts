import { define, errorsOf } from '../platform/errors.ts';

export const setupErrorCatalogue = {
  setup_file_exists: define.local(
    'A file that confere init writes already exists',
    'Choose another folder, or move the file away. confere init never replaces a file.',
  ),
  setup_program_not_installed: define.local(
    'confere init runs from a cache, which npm empties without asking: a unit would name a program that goes away',
    'Install the package first: npm install confere-<version>.tgz in a folder such as /opt/confere. Then run node_modules/.bin/confere init there.',
  ),
};

export class SetupError extends errorsOf(setupErrorCatalogue) {}
