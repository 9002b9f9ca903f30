import { group, text } from '../platform/config/variables.ts';

const imports = group('Imports from the console', {
  directory: text('text', {
    variable: 'IMPORT_DIR',
    whenUnset: 'no import from the console',
    description:
      'Folder that imports started in the console or over the API read from, and download into. Nothing outside it is read. Several processes need the same folder.',
  }),
});

export const importsSettings = { imports };
