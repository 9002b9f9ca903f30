import type { ModuleContext, OpenModule } from '../module.ts';
import { findPhotosMissing } from '../platform/deployment/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { type FindPersonOfImage, personOfImagePoint } from './extension-points.ts';
import { createPhotoFetcher } from './fetch-photo.ts';
import { createImageLinks } from './image-links.ts';
import { openImageFiles } from './open-image-files.ts';
import { createPhotoConverter } from './photo-converter.ts';
import { getImageRoute } from './routes/get-image.ts';
import type { imagesSettings } from './settings.ts';

/** Redirects followed for one photo. Each target is checked like the first. */
const maxRedirects = 3;

/** Opens the fetching, keeping and showing of photos. */
export async function openImages(context: ModuleContext<typeof imagesSettings>) {
  const { db, cipher, clock, mobileBaseUrl, settings } = context;
  const { images } = settings;
  const photos = context.adopt(
    createPhotoFetcher({
      allow: images.fetchAllow,
      maxBytes: images.maxBytes,
      timeoutMs: images.fetchTimeoutMs,
      maxRedirects,
      maxConcurrent: images.fetchMaxConcurrent,
    }),
    (it) => it.close(),
  );
  const converter = context.adopt(createPhotoConverter(), (it) => it.close());
  const opened = context.adopt(openImageFiles(context.config, context.storage.folder.directory), (it) =>
    it[Symbol.dispose](),
  );
  await opened.claim(context.storage.database, await loadNamedKey(db, cipher, 'image-bucket'));
  const { store, isReachable } = opened;
  context.metrics.addGauge({
    name: 'confere_photos_missing',
    help: 'Photos of the database that the photo store had lost when they were last compared.',
    read: async () => (await findPhotosMissing(db)) ?? 0,
  });
  const imageLinks = createImageLinks({
    baseUrl: mobileBaseUrl,
    key: await loadNamedKey(db, cipher, 'image-links'),
    lifetimeSeconds: images.linkLifetimeSeconds,
    clock,
  });
  const limits = { maxBytes: images.maxBytes, maxPixels: images.maxPixels };
  const findPersonOfImage: FindPersonOfImage = async (imageId) => {
    for (const find of context.contributions(personOfImagePoint)) {
      const personId = await find(imageId);
      if (personId !== undefined) return personId;
    }
    return undefined;
  };
  return {
    parts: { photos, converter, store, isReachable, imageLinks, limits },
    routes: [
      {
        on: 'every',
        add: (app) => getImageRoute(app, { faces: { db, cipher, store }, imageLinks, findPersonOfImage }),
      },
    ],
  } satisfies OpenModule<unknown>;
}
