import { createOutboundClient, OutboundError } from '../platform/outbound/index.ts';
import { ImageError } from './errors.ts';

/** Keys that sign requests to S3; those of a role are valid with their token only. */
export type S3Keys = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

const tokenSeconds = 21_600;
const timeoutMs = 2_000;
const largestAnswerBytes = 16_384;
/** New keys are there five minutes before the old ones end, as the documentation of the service promises. */
const renewBeforeMs = 240_000;

/**
 * Keys of the role that a cloud gave this machine, from its metadata service in the form of version 2 (a token, then the
 * name of the role, then its keys). Read when they are first needed, and again before they end. Rejects with
 * `image_store_unavailable` when there are none.
 */
export function createRoleKeys(
  metadataUrl: string,
  now: () => Date = () => new Date(),
): { read(): Promise<S3Keys>; close(): void } {
  const outbound = createOutboundClient({ peer: 'metadata', allow: [new URL(metadataUrl).host] });
  let current: { readonly keys: S3Keys; readonly endsAt: number } | undefined;
  let reading: Promise<S3Keys> | undefined;

  const ask = async (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
    await outbound.send(
      { url: `${metadataUrl}${path}`, method, headers, maxBytes: largestAnswerBytes, timeoutMs },
      async (answer) => {
        const text = (await answer.bytes()).toString('utf8');
        if (answer.status !== 200) throw unavailable(`The metadata service answered ${answer.status}.`);
        return text.trim();
      },
    );

  async function renew(): Promise<S3Keys> {
    const token = await ask(
      '/latest/api/token',
      { 'x-aws-ec2-metadata-token-ttl-seconds': String(tokenSeconds), 'content-length': '0' },
      'PUT',
    );
    const headers = { 'x-aws-ec2-metadata-token': token };
    const folder = '/latest/meta-data/iam/security-credentials/';
    const [role = ''] = (await ask(folder, headers)).split('\n');
    if (!/^[\w+=,.@-]{1,128}$/.test(role)) throw unavailable('The machine has no role.');
    current = parseKeys(await ask(`${folder}${encodeURIComponent(role)}`, headers));
    return current.keys;
  }

  return {
    async read() {
      if (current !== undefined && current.endsAt - renewBeforeMs > now().getTime()) return current.keys;
      reading ??= renew().finally(() => {
        reading = undefined;
      });
      try {
        return await reading;
      } catch (error) {
        // Keys that are still valid do until the service answers again.
        if (current !== undefined && current.endsAt > now().getTime()) return current.keys;
        throw error instanceof OutboundError ? unavailable(error.message, error) : error;
      }
    },
    close: () => outbound.close(),
  };
}

function parseKeys(text: string): { readonly keys: S3Keys; readonly endsAt: number } {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = parse(text);
  const endsAt = Date.parse(String(Expiration));
  if (![AccessKeyId, SecretAccessKey, Token].every(isText) || Number.isNaN(endsAt)) {
    throw unavailable('The metadata service gave no keys.');
  }
  const keys = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token };
  return { keys: keys as Required<S3Keys>, endsAt };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function unavailable(detail: string, cause?: unknown): ImageError {
  return new ImageError('image_store_unavailable', { detail, cause, retryAfterSeconds: 5 });
}
