import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../../platform/errors.ts';

/** Errors that keep a model pack from being used. */
export const packErrorCatalogue = {
  pack_not_found: {
    kind: 'not-found',
    title: 'There is no such model pack',
    fix: 'Run `confere models list`, then pull or add the pack.',
  },
  pack_manifest_invalid: {
    kind: 'invalid',
    title: 'The manifest of a model pack is not usable',
    fix: 'Write confere-pack.json by docs/reference/model-pack-format.md.',
  },
  pack_choice_unreadable: {
    kind: 'invalid',
    title: 'The record of the packs in use cannot be read',
    fix: 'Remove in-use.json from the folder of packs, then choose again with `confere models use`.',
  },
  pack_file_changed: {
    kind: 'invalid',
    title: 'A file of a model pack is missing or has another hash than in its manifest',
    fix: 'Get the file again: its SHA-256 must be the one in confere-pack.json.',
  },
  pack_network_unfit: {
    kind: 'invalid',
    title: "The inputs or outputs of a model pack's network differ from its manifest",
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
    fix: 'Read the licence. Run the command again and answer yes, or give --accept-license.',
  },
  pack_download_failed: {
    kind: 'unavailable',
    title: 'A file of a model pack could not be downloaded',
    fix: 'Run the command again: it resumes. Or get the files another way and run `confere models add`.',
  },
  pack_address_invalid: {
    kind: 'invalid',
    title: 'The address of the model packs is not usable',
    fix: 'Give --from or MODELS_BASE_URL an http: or https: address without a user, such as http://127.0.0.1:8765.',
  },
  pack_in_use: {
    kind: 'conflict',
    title: 'The model pack is in use',
    fix: 'Choose another pack for its role with `confere models use`, then remove this one.',
  },
  pack_not_calibrated: {
    kind: 'conflict',
    title: 'The recognition pack has no calibration table',
    fix: 'Run `confere models calibrate` on photos of many people. The table gives the false match rate of each score.',
  },
  pack_rate_not_calibrated: {
    kind: 'conflict',
    title: 'The calibration table of the recognition pack does not reach FACE_FALSE_MATCH_RATE',
    fix: 'Calibrate with more people, or set a rate that the table covers.',
  },
  pack_calibration_too_small: {
    kind: 'invalid',
    title: 'There are too few photos for a calibration',
    fix: 'Give photos of at least a hundred people, one folder for each person. Some people need two or more photos.',
  },
  pack_calibration_implausible: {
    kind: 'invalid',
    title: 'The recognition pack hardly tells people apart: no working network gives such a table',
    fix: 'Correct input (colourOrder, mean, std) and alignment in confere-pack.json, and check that each folder of photos shows one person. The message names the scaling that does best.',
  },
} satisfies ErrorCatalogue;

/** A model pack that is not taken, and why; see {@link packErrorCatalogue}. */
export class PackError extends AppError {
  constructor(code: keyof typeof packErrorCatalogue, options?: AppErrorOptions) {
    super(code, packErrorCatalogue[code], options);
  }
}
