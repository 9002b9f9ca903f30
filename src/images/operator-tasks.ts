import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { setPhotosMissing } from '../platform/deployment/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { checkPhotos } from './check-photos.ts';
import { openClaimDeps } from './claim-places.ts';
import { ImageError } from './errors.ts';
import { forgetImagePlace } from './image-places-store.ts';
import { moveImages } from './move-images.ts';
import { openImageFiles } from './open-image-files.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof imageTasks> {}
}

export function imageTasks({ config, storage, clock }: TaskContext) {
  const { database, cipher, folder } = storage;
  const openDeps = () => openClaimDeps(database, cipher, clock);
  const Move = Type.Object({ to: Type.Union([Type.Literal('s3'), Type.Literal('files')]) });
  return {
    'images/check': defineOperatorTask(Type.Object({}), async (_input, { signal }) => {
      using photos = openImageFiles(config, folder.directory);
      const now = clock.now();
      const check = await checkPhotos(database.db, photos.store, now, { signal });
      await setPhotosMissing(database.db, check.rowsWithoutFile, now);
      return check;
    }),
    'images/owners/list': defineOperatorTask(Type.Object({}), async () => {
      using photos = openImageFiles(config, folder.directory);
      return { places: [...(await photos.claims.listOwners(database))] };
    }),
    'images/take-over': defineOperatorTask(Type.Object({}), async () => {
      using photos = openImageFiles(config, folder.directory);
      return { places: [...(await photos.claims.takeOver(await openDeps()))] };
    }),
    'images/move': defineOperatorTask(Move, async ({ to }, { signal, report }) => {
      using photos = openImageFiles(config, folder.directory);
      const { files, s3 } = photos.places;
      if (s3 === undefined) {
        throw new ImageError('images_move_refused', { detail: 'S3_ENDPOINT is not set.' });
      }
      if (photos.configured !== to) {
        const detail = `New photos still go to ${photos.configured}: IMAGE_STORE is not ${to}.`;
        throw new ImageError('images_move_refused', { detail });
      }
      await photos.claims.claim(await openDeps());
      const [from, target] = to === 's3' ? [files, s3] : [s3, files];
      const result = await moveImages(
        { db: database.db, from, to: target },
        { signal, onProgress: (progress) => report({ ...progress }) },
      );
      await forgetImagePlace(database.db, to === 's3' ? 'files' : 's3');
      return result;
    }),
  } satisfies OperatorTasks;
}
