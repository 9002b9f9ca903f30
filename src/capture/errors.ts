import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

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
  capture_logo_invalid: {
    kind: 'local',
    title: 'CAPTURE_LOGO_FILE is no logo that can be shown',
    fix: 'Name a PNG, JPEG or SVG file of up to 64 KiB that the service can read.',
  },
  trial_code_invalid: {
    kind: 'unauthenticated',
    title: 'This address opens no trial',
    fix: 'It was used, its time is over, or the service was started anew. Start the service again: it prints another one.',
  },
  trial_elsewhere: {
    kind: 'forbidden',
    title: 'The trial is for this machine only',
    fix: 'Open the printed address in a browser on the machine that runs the service.',
  },
} satisfies ErrorCatalogue;

export class CaptureError extends errorsOf(captureErrorCatalogue) {}
