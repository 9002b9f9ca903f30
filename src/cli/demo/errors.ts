import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../../platform/errors.ts';

/** The codes of the demonstration. What differs from its expectations is reported as checks, not as errors. */
export const demoErrorCatalogue = {
  demo_stopped: {
    kind: 'internal',
    title: 'The demonstration could not go on',
    fix: 'See what it names. The service it started is stopped and its folder removed.',
  },
  demo_picture_unwritable: {
    kind: 'invalid',
    title: 'The picture cannot be written there',
    fix: 'Give --out the name of a file in a folder that exists and may be written to.',
  },
} satisfies ErrorCatalogue;

/** What keeps the demonstration from going through its steps. */
export class DemoError extends AppError {
  constructor(code: keyof typeof demoErrorCatalogue, options?: AppErrorOptions) {
    super(code, demoErrorCatalogue[code], options);
  }
}
