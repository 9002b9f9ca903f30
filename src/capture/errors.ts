import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Everything that can keep the capture page from being shown. */
export const captureErrorCatalogue = {
  capture_page_missing: {
    kind: 'unavailable',
    title: 'The capture page is not built',
    fix: 'Run npm install with development dependencies, or npm run build:capture, in the folder of the service.',
  },
  capture_file_not_found: {
    kind: 'not-found',
    title: 'The capture page has no such file',
    fix: 'Reload the page. Its files have new names after an update.',
  },
} satisfies ErrorCatalogue;

export class CaptureError extends AppError {
  constructor(code: keyof typeof captureErrorCatalogue, options?: AppErrorOptions) {
    super(code, captureErrorCatalogue[code], options);
  }
}
