import { createHash } from 'node:crypto';
import { AppError } from '../platform/errors.ts';
import { S3AnswerError, type S3Client } from './create-s3-client.ts';
import { ImageError } from './errors.ts';
import { putObject, readObject, readPage, refused } from './image-bucket.ts';

/** The object that names the owner of a bucket. */
export const markerKey = 'confere-deployment';
const probeKey = 'confere-probe';

/**
 * Checks at start that the bucket is there, that this deployment may list, read, write and delete in it, and that no other
 * deployment uses it: the nightly sweep of one would delete the photos of the other. Leaves the object
 * `confere-deployment`, which names its owner by a hash.
 *
 * Rejects with `image_bucket_unusable` and `image_bucket_taken`.
 */
export async function claimBucket(client: S3Client, deploymentKey: Uint8Array): Promise<void> {
  const owner = createHash('sha256').update('image bucket').update(deploymentKey).digest('hex');
  try {
    await readPage(client, '', 1);
    const marker = await client.send({ method: 'GET', key: markerKey }, readObject);
    if (marker !== undefined && marker.toString('latin1') !== owner)
      throw new ImageError('image_bucket_taken');
    await putObject(client, markerKey, Buffer.from(owner));
    await client.send({ method: 'DELETE', key: probeKey }, (answer) => {
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404)
        throw refused('DELETE', answer);
    });
    const kept = await client.send({ method: 'GET', key: markerKey }, readObject);
    if (kept?.toString('latin1') !== owner) throw new S3AnswerError('S3 did not keep what was sent.');
  } catch (error) {
    if (error instanceof ImageError && error.code === 'image_bucket_taken') throw error;
    const detail = error instanceof AppError || error instanceof S3AnswerError ? error.message : undefined;
    throw new ImageError('image_bucket_unusable', { cause: error, ...(detail !== undefined && { detail }) });
  }
}
