import { ImageError } from './errors.ts';

/** Largest colour profile that is read; those of cameras and screens have a few kilobytes, of printers up to three million. */
export const maxProfileBytes = 4_000_000;

const headerBytes = 128;
/** Tags a profile can have for the decoder; with more it is not used. */
const maxTags = 100;

/**
 * The tags whose value is a list of processing elements of any length (ICC.1:2022, 10.16). The decoder works the
 * whole list through for some 36,000 colours, whatever the size of the photo: 160 kB of it take most of a minute.
 */
const costlyTags = new Set(['D2B0', 'D2B1', 'D2B2', 'D2B3', 'B2D0', 'B2D1', 'B2D2', 'B2D3']);

/** The signature of every ICC profile, and where it stands (ICC.1:2022, 7.2.11). */
const signature = { at: 36, text: 'acsp' } as const;

/**
 * The bytes when they begin as an ICC profile does; undefined for any others. Decoders leave those aside, and so does the
 * stored copy of a photo. NOT verified: anything behind the header.
 */
export function readSoundProfile(bytes: Buffer): Buffer | undefined {
  const { at, text } = signature;
  const isSound = bytes.length >= headerBytes + 4 && bytes.toString('latin1', at, at + text.length) === text;
  return isSound ? bytes : undefined;
}

/**
 * Throws `image_unsupported` for an ICC profile that is larger than 4 MB or has tags that can take any time to apply.
 * Profiles of cameras, phones, screens and printers have neither. `profile` is one of `readSoundProfile`.
 */
export function refuseCostlyProfile(profile: Buffer): void {
  if (profile.length > maxProfileBytes) throw unsupported();
  const tags = Math.min(profile.readUInt32BE(headerBytes), maxTags);
  for (let tag = 0; tag < tags; tag += 1) {
    const at = headerBytes + 4 + 12 * tag;
    if (costlyTags.has(profile.toString('latin1', at, at + 4))) throw unsupported();
  }
}

function unsupported(): ImageError {
  return new ImageError('image_unsupported', { detail: 'The kind of the colour profile is not supported.' });
}
