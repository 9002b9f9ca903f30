import { define, errorsOf } from '../../platform/errors.ts';

/** Errors that keep a model pack from being used. */
export const packErrorCatalogue = {
  pack_not_found: define.local(
    'There is no such model pack',
    'Run `confere models list`, then pull or add the pack.',
  ),
  pack_manifest_invalid: define.local(
    'The manifest of a model pack is not valid',
    'Correct confere-pack.json as docs/reference/model-pack-format.md describes.',
  ),
  pack_choice_unreadable: define.local(
    'The record of the packs in use cannot be read',
    'Remove in-use.json from the folder of the packs. Then choose again with `confere models use`.',
  ),
  pack_file_changed: define.local(
    'A file of a model pack is missing or its hash differs from the manifest',
    'Get the file again. Its SHA-256 must be the one in confere-pack.json.',
  ),
  pack_network_unfit: define.local(
    'The inputs or outputs of a network differ from the manifest of its model pack',
    'Correct input and output in confere-pack.json, or use another network.',
  ),
  pack_exists: define.local(
    'A different model pack with this name and version is installed',
    'Give the pack another version. Stored templates may come from the installed pack.',
  ),
  pack_licence_not_accepted: define.local(
    'The licence of the model pack was not accepted',
    'Read the licence. Run the command again and answer yes, or add --accept-license.',
  ),
  pack_download_failed: define.local(
    'A file of a model pack could not be downloaded',
    'Run the command again to resume. Or get the files another way and run `confere models add`.',
  ),
  pack_address_invalid: define.local(
    'The address of the model packs is not valid',
    'Set --from or MODELS_BASE_URL to an http: or https: address without a user, such as http://127.0.0.1:8765.',
  ),
  pack_in_use: define.local(
    'The model pack is in use',
    'Choose another pack for its role with `confere models use`. Then remove this one.',
  ),
  pack_not_calibrated: define.local(
    'The recognition pack has no calibration table',
    'Run `confere models calibrate` on photos of many people. The table gives the false match rate of each score.',
  ),
  pack_not_fused: define.local(
    'The recognition pack has no table for its use together with the default network',
    'Run `confere models calibrate` on photos of many people. After an update of the default network or of the pack, run it again.',
  ),
  pack_adds_nothing: define.local(
    'One of the two recognition networks adds nothing to the other',
    'The calibration gave one of them the weight 0. Use the other one alone with `confere models use`.',
  ),
  pack_rate_not_calibrated: define.local(
    'The calibration table of the recognition pack does not reach FACE_FALSE_MATCH_RATE',
    'Calibrate with more people, or set a rate that the table covers.',
  ),
  pack_calibration_too_small: define.local(
    'There are too few photos for a calibration',
    'Use photos of at least 100 people, one folder for each person. Some people need two or more photos.',
  ),
  pack_calibration_implausible: define.local(
    'The recognition pack hardly tells people apart',
    'Correct input (colourOrder, mean, std) and alignment in confere-pack.json. Check that each folder shows one person. The message names the best scaling found.',
  ),
};

/** A model pack that is not taken, and why; see {@link packErrorCatalogue}. */
export class PackError extends errorsOf(packErrorCatalogue) {}
