import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const setupErrorCatalogue = {
  setup_file_exists: {
    kind: 'local',
    title: 'A file that confere init writes already exists',
    fix: 'Choose another folder, or move the file away. confere init never replaces a file.',
  },
  setup_program_not_installed: {
    kind: 'local',
    title:
      'confere init runs from a cache, which npm empties without asking: a unit would name a program that goes away',
    fix: 'Install the package first: npm install confere-<version>.tgz in a folder such as /opt/confere. Then run node_modules/.bin/confere init there.',
  },
} satisfies ErrorCatalogue;

export class SetupError extends errorsOf(setupErrorCatalogue) {}
