import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3ClientOptions } from '../../src/images/create-s3-client.ts';
import type { TestScope } from './database.ts';

/**
 * The S3 servers that tests run: `s3rver` takes any secret, `s3rver-strict` (`@20minutes/s3rver`) refuses a wrong one.
 * Neither knows conditional writes.
 */
export const s3ServerKinds = ['s3rver', 's3rver-strict'] as const;
export type S3ServerKind = (typeof s3ServerKinds)[number];

export type S3Server = Pick<
  S3ClientOptions,
  'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey'
> & {
  /** Where the server keeps its objects. */
  readonly directory: string;
  close(): Promise<void>;
};

type S3rver = new (
  options: object,
) => {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
};

const require = createRequire(import.meta.url);

/** A server of a kind in this process with one empty bucket, closed with the test. */
export async function openS3Server(
  t: TestScope,
  kind: S3ServerKind,
  options: { readonly port?: number; readonly directory?: string } = {},
): Promise<S3Server> {
  const Server = require(kind) as S3rver;
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'confere-s3-')));
  const bucket = 'confere-photos';
  const server = new Server({
    address: '127.0.0.1',
    port: options.port ?? 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  t.after(async () => {
    await close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    directory,
    close,
  };
}
