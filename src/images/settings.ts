import { group, integer, text } from '../platform/config/variables.ts';

export const images = group('Images', {
  fetchAllow: text<readonly string[]>('host-list', {
    variable: 'IMAGE_FETCH_ALLOW',
    default: '',
    description:
      'Hosts and ranges that photos may be fetched from although they are private, use plain http or another port than 443. Everything else private is refused.',
  }),
  maxBytes: integer({
    variable: 'IMAGE_MAX_BYTES',
    default: 10_000_000,
    minimum: 10_000,
    maximum: 100_000_000,
    description: 'Size of one photo at most, in bytes.',
  }),
  maxPixels: integer({
    variable: 'IMAGE_MAX_PIXELS',
    default: 40_000_000,
    minimum: 10_000,
    maximum: 268_000_000,
    description: 'Width times height of one photo at most. Checked before it is decoded.',
  }),
  fetchTimeoutMs: integer({
    variable: 'IMAGE_FETCH_TIMEOUT_MS',
    default: 10_000,
    minimum: 100,
    maximum: 120_000,
    description: 'How long fetching one photo may take, redirects included, in milliseconds.',
  }),
  fetchMaxConcurrent: integer({
    variable: 'IMAGE_FETCH_MAX_CONCURRENT',
    default: 32,
    minimum: 1,
    maximum: 10_000,
    description:
      'Photos fetched at a time by one process; more are answered with 503. One client gets three quarters of them at most, one CPF of a client an eighth. Times `IMAGE_MAX_BYTES` it is the memory that fetching can take.',
  }),
  linkLifetimeSeconds: integer({
    variable: 'IMAGE_LINK_LIFETIME_SECONDS',
    default: 900,
    minimum: 10,
    maximum: 86_400,
    description: 'How long a signed link to an image is valid, in seconds.',
  }),
});

/** The settings of this domain. */
export const imagesSettings = { images };
