import type { ConfigOf, Secret } from '../platform/config/index.ts';
import type { storageSettings } from '../platform/storage-settings.ts';
import { createPlaceClaims, guardImageFiles, type PhotoPlace, type PlaceClaims } from './claim-places.ts';
import { createS3Client } from './create-s3-client.ts';
import { ImageError } from './errors.ts';
import { createImageBucket, readObject } from './image-bucket.ts';
import type { ImageFiles } from './image-files.ts';
import { createImageFolder, imageFolderPath } from './image-folder.ts';
import type { ImagePlace } from './image-places-store.ts';
import { createBucketMarker, createFolderMarker, markerKey } from './place-marker.ts';
import { createRoleKeys } from './read-role-keys.ts';
import { type ImageStoreWatch, probeFolder, refuseWhileAway, watchImageStore } from './watch-image-store.ts';

/** The photos of a deployment. Closing ends requests to S3 that are under way. */
export type OpenImageFiles = Disposable & {
  /** Writes to the configured place and reads from both. */
  readonly store: ImageFiles;
  /** The place that new photos go to. */
  readonly configured: ImagePlace;
  /** Each place for itself. Without settings of S3 there are files only. */
  readonly places: { readonly files: ImageFiles; readonly s3?: ImageFiles };
  /** Whose photos the places have. Until they are claimed, this process may write to them. */
  readonly claims: PlaceClaims;
  /** Watches the place of new photos. */
  readonly watch: ImageStoreWatch;
  /** Rejects with `image_bucket_unusable` when there is a bucket that cannot be listed. */
  checkBucket(): Promise<void>;
};

/** The photos where the settings say. Nothing is read before the first use. Throws `image_bucket_unusable`. */
export function openImageFiles(
  config: Pick<ConfigOf<typeof storageSettings>, 'photoStore' | 'secrets'>,
  dataDir: string,
): OpenImageFiles {
  const directory = imageFolderPath(dataDir);
  const watchFolder = () => watchImageStore(() => probeFolder(directory, dataDir));
  const { kind, s3Endpoint, s3Bucket, s3Region, s3AccessKeyId, s3MetadataUrl } = config.photoStore;
  // The embedded database and its photos are in one folder.
  const folders: readonly PhotoPlace[] =
    config.secrets.databaseUrl === undefined
      ? []
      : [{ place: 'files', address: directory, marker: createFolderMarker(directory) }];
  const folder = createImageFolder({ directory });
  if (s3Endpoint === undefined || s3Bucket === undefined) {
    const claims = createPlaceClaims({ configured: 'files', all: folders });
    const files = guardImageFiles(folder, () => claims.isOurs('files'));
    const watch = watchFolder();
    return {
      store: files,
      configured: 'files',
      places: { files },
      claims,
      watch,
      checkBucket: async () => {},
      [Symbol.dispose]: () => watch[Symbol.dispose](),
    };
  }
  const roleKeys = s3MetadataUrl === undefined ? undefined : createRoleKeys(s3MetadataUrl);
  const access = {
    endpoint: s3Endpoint,
    bucket: s3Bucket,
    region: s3Region,
    ...(roleKeys === undefined
      ? {
          accessKeyId: s3AccessKeyId ?? '',
          secretAccessKey: revealAccessKey(config.secrets.s3SecretAccessKey),
        }
      : { accessKeyId: '', secretAccessKey: '', readKeys: () => roleKeys.read() }),
  };
  const client = createS3Client(access);
  // Of its own: a probe is one try, and must not wait behind photos for a connection.
  const probe = createS3Client({ ...access, limits: { tries: 1, tryMs: 2_000 } });
  const readMarker = () => probe.send({ method: 'GET', key: markerKey }, (answer) => readObject(answer));
  const configured = kind ?? 's3';
  const bucket: PhotoPlace = { place: 's3', address: s3Bucket, marker: createBucketMarker(client) };
  const claims = createPlaceClaims({ configured, all: [bucket, ...folders] });
  const watch = configured === 's3' ? watchImageStore(readMarker) : watchFolder();
  const objects = createImageBucket(client);
  const s3 = guardImageFiles(configured === 's3' ? refuseWhileAway(objects, watch) : objects, () =>
    claims.isOurs('s3'),
  );
  const files = guardImageFiles(folder, () => claims.isOurs('files'));
  return {
    store: configured === 's3' ? combineImageFiles(s3, files) : combineImageFiles(files, s3),
    configured,
    places: { files, s3 },
    claims,
    watch,
    checkBucket: () => bucket.marker.check(),
    [Symbol.dispose]() {
      watch[Symbol.dispose]();
      client.close();
      probe.close();
      roleKeys?.close();
    },
  };
}

function revealAccessKey(configured: Secret | undefined): string {
  if (configured !== undefined) return configured.reveal();
  throw new ImageError('image_bucket_unusable', { detail: 'S3_SECRET_ACCESS_KEY is not set.' });
}

/**
 * Two places as one store, for the time in which photos move. New photos go to `first`. Reads try `first`, then
 * `second`, also while `first` is away. Deleting and listing take in both: `list` may name a photo twice.
 */
export function combineImageFiles(first: ImageFiles, second: ImageFiles): ImageFiles {
  return {
    put: (id, bytes) => first.put(id, bytes),

    async get(id) {
      const failures: unknown[] = [];
      for (const store of [first, second]) {
        try {
          const bytes = await store.get(id);
          if (bytes !== undefined) return bytes;
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      // Once more, because the photo may have moved from the second to the first between the two reads.
      return await first.get(id);
    },

    async delete(id) {
      const results = await Promise.allSettled([first.delete(id), second.delete(id)]);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },

    // The second place first: a photo that moves meanwhile is named twice, and not left out.
    async *list() {
      yield* second.list();
      yield* first.list();
    },

    async discardUnfinished(before) {
      return (await first.discardUnfinished(before)) + (await second.discardUnfinished(before));
    },
  };
}
