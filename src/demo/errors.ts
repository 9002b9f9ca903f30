import { define, errorsOf } from '../platform/errors.ts';

export const demoErrorCatalogue = {
  demo_stopped: define.local(
    'The demonstration stopped',
    'Read the named cause. The demonstration has stopped its service and removed its folder.',
  ),
  demo_picture_unwritable: define.local(
    'The picture cannot be written',
    'Set --out to a file in an existing folder where you may write.',
  ),
};

export class DemoError extends errorsOf(demoErrorCatalogue) {}
