import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../../platform/errors.ts';

/** What stands between a model pack and its use. */
export const packErrorCatalogue = {
  pack_not_found: {
    kind: 'not-found',
    title: 'There is no such model pack',
    fix: 'Look at `confere models list`, then pull or add the pack.',
  },
  pack_manifest_invalid: {
    kind: 'invalid',
    title: 'The manifest of a model pack cannot be used',
    fix: 'Write confere-pack.json as docs/reference/model-pack-format.md says.',
  },
  pack_choice_unreadable: {
    kind: 'invalid',
    title: 'The record of the packs in use cannot be read',
    fix: 'Remove in-use.json from the folder of packs, then choose again by `confere models use`.',
  },
  pack_file_changed: {
    kind: 'invalid',
    title: 'A file of a model pack is missing or is not the one its manifest names',
    fix: 'Get the file again: its SHA-256 must be the one in confere-pack.json.',
  },
  pack_network_unfit: {
    kind: 'invalid',
    title: 'A network of a model pack does not take or give what its manifest says',
    fix: 'Correct input and output in confere-pack.json, or use another network.',
  },
  pack_exists: {
    kind: 'conflict',
    title: 'Another model pack of this name and version is installed',
    fix: 'Give the pack another version. The installed one may have made templates that are still stored.',
  },
  pack_licence_not_accepted: {
    kind: 'forbidden',
    title: 'The licence of the model pack was not accepted',
    fix: 'Read the licence, then run the command again and say yes, or give --accept-license.',
  },
  pack_download_failed: {
    kind: 'unavailable',
    title: 'A file of a model pack could not be downloaded',
    fix: 'Run the command again, it goes on where it stopped; or get the files by other means and run `confere models add`.',
  },
  pack_not_calibrated: {
    kind: 'conflict',
    title: 'The recognition pack has no calibration table',
    fix: 'Run `confere models calibrate` on photos of many people: without a table no score stands for a false match rate.',
  },
  pack_rate_not_calibrated: {
    kind: 'conflict',
    title: 'The calibration table of the recognition pack does not reach FACE_FALSE_MATCH_RATE',
    fix: 'Calibrate with more people, or set a rate that the table covers.',
  },
  pack_calibration_too_small: {
    kind: 'invalid',
    title: 'The photos are too few to calibrate with',
    fix: 'Give photos of at least a hundred people, two or more of each of some of them, one folder for each person.',
  },
} satisfies ErrorCatalogue;

/** A model pack that is not taken, and why; see {@link packErrorCatalogue}. */
export class PackError extends AppError {
  constructor(code: keyof typeof packErrorCatalogue, options?: AppErrorOptions) {
    super(code, packErrorCatalogue[code], options);
  }
}
