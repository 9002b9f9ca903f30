import { group, integer } from '../../../src/platform/config/variables.ts';

export const notesSettings = {
  notes: group('Notes', {
    maxLength: integer({
      variable: 'NOTE_MAX_LENGTH',
      default: 100,
      minimum: 1,
      maximum: 1_000,
      description: 'Characters of one note at most.',
    }),
  }),
};
