import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const demoErrorCatalogue = {
  demo_stopped: {
    kind: 'local',
    title: 'The demonstration stopped',
    fix: 'Read the named cause. The demonstration has stopped its service and removed its folder.',
  },
  demo_picture_unwritable: {
    kind: 'local',
    title: 'The picture cannot be written',
    fix: 'Set --out to a file in an existing folder where you may write.',
  },
} satisfies ErrorCatalogue;

export class DemoError extends errorsOf(demoErrorCatalogue) {}
