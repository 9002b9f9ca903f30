import { group, integer, text } from '../platform/config/variables.ts';

const images = group('Images', {
  fetchAllow: text<readonly string[]>('host-list', {
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
  maxPixels: integer({
    variable: 'IMAGE_MAX_PIXELS',
    default: 40_000_000,
    minimum: 10_000,
    maximum: 268_000_000,
    description: 'Maximum width times height of one photo. Checked before decoding.',
  }),
  fetchTimeoutMs: integer({
    variable: 'IMAGE_FETCH_TIMEOUT_MS',
    default: 10_000,
    minimum: 100,
    maximum: 120_000,
    description: 'Time limit for fetching one photo, with redirects, in milliseconds.',
  }),
  fetchMaxConcurrent: integer({
    variable: 'IMAGE_FETCH_MAX_CONCURRENT',
    default: 32,
    minimum: 1,
    maximum: 10_000,
    description:
      'Photos that one process fetches at a time; further requests get 503. One client gets at most three quarters of them, one CPF of a client one eighth. This number times `IMAGE_MAX_BYTES` is the maximum memory for fetching.',
  }),
  linkLifetimeSeconds: integer({
    variable: 'IMAGE_LINK_LIFETIME_SECONDS',
    default: 900,
    minimum: 10,
    maximum: 86_400,
    description: 'Lifetime of a signed link to an image, in seconds.',
  }),
});

/** The settings of this domain. */
export const imagesSettings = { images };
