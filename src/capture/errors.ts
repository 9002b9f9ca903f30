import { define, errorsOf } from '../platform/errors.ts';

/** Everything that can keep the capture page from being shown. */
export const captureErrorCatalogue = {
  capture_page_missing: define.unavailable(
    'The capture page is not built',
    'Run npm install with development dependencies, or npm run build:capture, in the folder of the service.',
  ),
  capture_file_not_found: define.notFound(
    'The capture page has no such file',
    'Reload the page. Its files have new names after an update.',
  ),
  capture_logo_invalid: define.local(
    'CAPTURE_LOGO_FILE is no logo that can be shown',
    'Name a PNG, JPEG or SVG file of up to 64 KiB that the service can read.',
  ),
  trial_code_invalid: define.unauthenticated(
    'This address opens no trial',
    'It was used, its time is over, or the service was started anew. Start the service again: it prints another one.',
  ),
  trial_elsewhere: define.forbidden(
    'The trial is for this machine only',
    'Open the printed address in a browser on the machine that runs the service.',
  ),
};

export class CaptureError extends errorsOf(captureErrorCatalogue) {}
