import { constant, group, integer, text } from '../platform/config/variables.ts';

const images = group('Images', {
  fetchAllow: text('host-list', {
    variable: 'IMAGE_FETCH_ALLOW',
    default: '',
    description:
      'Hosts and address ranges of photos that may be private, use plain http or use a port other than 443. All other private addresses are refused.',
  }),
  maxBytes: integer({
    variable: 'IMAGE_MAX_BYTES',
    default: 10_000_000,
    minimum: 10_000,
    maximum: 100_000_000,
    description: 'Maximum size of one photo, in bytes.',
  }),
  /** Maximum width times height of one photo. Checked before decoding. */
  maxPixels: constant(40_000_000),
  /** Time limit for fetching one photo, with redirects, in milliseconds. */
  fetchTimeoutMs: constant(10_000),
  /**
   * Photos that one process fetches at a time; further requests get 503. One client gets at most three quarters of
   * them, one CPF of a client one eighth. This number times `IMAGE_MAX_BYTES` is the maximum memory for fetching.
   */
  fetchMaxConcurrent: constant(32),
  /** Lifetime of a signed link to an image, in seconds. */
  linkLifetimeSeconds: constant(900),
});

export const imagesSettings = { images };
