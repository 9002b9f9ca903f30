import type { ModuleContext, OpenModule } from '../module.ts';
import { findBackupTime, findPhotosMissing } from '../platform/deployment/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { AppError } from '../platform/errors.ts';
import { lookMs, openClaimDeps, type PlaceClaims } from './claim-places.ts';
import { type FindPersonOfImage, personOfImagePoint } from './declarations.ts';
import { createPhotoFetcher } from './fetch-photo.ts';
import { createImageLinks } from './image-links.ts';
import { openImageFiles } from './open-image-files.ts';
import { createPhotoConverter } from './photo-converter.ts';
import { getImageRoute } from './routes/get-image.ts';
import type { imagesSettings } from './settings.ts';
import type { ImageStoreWatch } from './watch-image-store.ts';

/** Redirects followed for one photo. Each target is checked like the first. */
const maxRedirects = 3;

/** A store that was away at the start is asked so often whether it can be claimed. */
const claimAgainMs = 2_000;

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
  const { store, claims } = opened;
  reportAbsence(opened.watch, context.log);
  await claims.claim(await openClaimDeps(context.storage.database, cipher, clock), { waits: true });
  const watch = watchClaims(claims, context);
  context.metrics.addGauge({
    name: 'confere_photo_store_away',
    help: '1 while the photo store does not answer or is not in use yet, as far as is known, 0 otherwise.',
    read() {
      // The next reader gets what this one asks: nobody waits for a store that hangs.
      void opened.watch.isReachable();
      return opened.watch.isAway() || claims.waitsFor() !== undefined ? 1 : 0;
    },
  });
  context.metrics.addGauge({
    name: 'confere_photo_store_read_only',
    help: '1 while another copy of the database has the photo store, so that photos are only read, 0 otherwise.',
    read: () => (claims.areOurs() ? 0 : 1),
  });
  context.metrics.addGauge({
    name: 'confere_photos_missing',
    help: 'Photos of the database that the photo store had lost when they were last compared.',
    read: async () => (await findPhotosMissing(db)) ?? 0,
  });
  context.metrics.addGauge({
    name: 'confere_backup_age_seconds',
    help: 'Seconds since the newest backup was begun. Absent before the first.',
    async read() {
      const at = await findBackupTime(db);
      return at && Math.max(0, (clock.now().getTime() - at.getTime()) / 1_000);
    },
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
    parts: {
      photos,
      converter,
      store,
      imageLinks,
      limits,
      isReachable: async () => (await opened.watch.isReachable()) && claims.waitsFor() === undefined,
      isReadOnly: () => !claims.areOurs(),
    },
    start: () => watch.start(),
    routes: [
      {
        on: 'every',
        add: (app) => getImageRoute(app, { faces: { db, cipher, store }, imageLinks, findPersonOfImage }),
      },
    ],
  } satisfies OpenModule<unknown>;
}

/** Logs once that the photo store is away, with the reason, and once that it is back. */
function reportAbsence(watch: ImageStoreWatch, log: ModuleContext['log']): void {
  watch.onChange(({ isAway, cause }) => {
    if (!isAway) log.info('the photo store is back');
    else
      log.warn(
        { detail: cause instanceof AppError ? cause.detail : (cause as Error).message },
        'the photo store is away',
      );
  });
}

/** Looks at the claims while the service runs, and logs when they are lost or won back. */
function watchClaims(claims: PlaceClaims, { adopt, log }: Pick<ModuleContext, 'adopt' | 'log'>) {
  let wereOurs = true;
  let timer: NodeJS.Timeout | undefined;
  let waitingTimer: NodeJS.Timeout | undefined;
  let reason: string | undefined;
  const report = (areOurs: boolean) => {
    if (areOurs !== wereOurs) {
      if (areOurs) log.info('photos are stored again');
      else
        log.error(
          'photos are read only: another copy of the database has their place; see confere images take-over',
        );
    }
    wereOurs = areOurs;
  };
  /** Logs once that a place waits to be claimed, again when that has another reason, and once that it does not any more. */
  const reportWaiting = () => {
    const error = claims.waitsFor();
    const code = error instanceof AppError ? error.code : error && 'an error';
    if (code === reason) return;
    reason = code as string | undefined;
    const detail = error instanceof AppError ? (error.detail ?? error.message) : undefined;
    if (reason === undefined) log.info('the photo store is in use');
    else log.warn({ code, detail }, 'the photo store is not in use yet; requests that need it get 503');
  };
  const claimLater = () => {
    waitingTimer = setTimeout(async () => {
      const isDone = await claims.claimWaiting();
      reportWaiting();
      if (isDone) report(claims.areOurs());
      else if (!isClosed) claimLater();
    }, claimAgainMs).unref();
  };
  let isClosed = false;
  adopt(undefined, () => {
    isClosed = true;
    clearInterval(timer);
    clearTimeout(waitingTimer);
  });
  return {
    start() {
      report(claims.areOurs());
      reportWaiting();
      if (claims.waitsFor() !== undefined) claimLater();
      timer = setInterval(() => void claims.look().then(report), lookMs);
      timer.unref();
    },
  };
}
