import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/db/index.ts';
import {
  becomeAnother,
  countOn,
  type Identity,
  raiseCount,
  readIdentity,
} from '../platform/deployment/index.ts';
import { loadNamedKey, type RecordCipher } from '../platform/encryption/index.ts';
import { ImageError } from './errors.ts';
import type { ImageFiles } from './image-files.ts';
import { findImagePlaces, type ImagePlace, noteImagePlace, replaceImagePlace } from './image-places-store.ts';
import { isStoreAway, type MarkerFile, type PlaceMarker } from './place-marker.ts';

/** A folder or a bucket with photos. */
export type PhotoPlace = {
  readonly place: ImagePlace;
  /** The bucket's name, or the folder's path. */
  readonly address: string;
  readonly marker: MarkerFile;
};

export type ClaimDeps = {
  readonly database: OpenDatabase;
  readonly readIdentity: () => Promise<Identity>;
  /** A key that every copy of the deployment's database has. */
  readonly deploymentKey: Uint8Array;
  readonly clock: Clock;
};

/** The identity and the key of a deployment, for its claims. */
export async function openClaimDeps(
  database: OpenDatabase,
  cipher: RecordCipher,
  clock: Clock,
): Promise<ClaimDeps> {
  const deploymentKey = await loadNamedKey(database.db, cipher, 'image-bucket');
  return { database, readIdentity: () => readIdentity(database), deploymentKey, clock };
}

/** Who writes to a place. */
export type PlaceOwner = {
  readonly place: ImagePlace;
  readonly address: string;
  readonly isOurs: boolean;
  /** False when nobody has the place. */
  readonly isClaimed: boolean;
  /** The identity of the database that has the place; undefined when nobody does. */
  readonly database?: string;
  readonly countedAt?: string;
};

export type PlaceClaims = {
  /**
   * Checks at start that this process has the photos of its database where the other processes have them, and claims them.
   * A place of another copy of the database stays readable. Rejects with `image_place_differs`, `image_bucket_taken` and
   * `image_bucket_unusable`. With `waits` a bucket that does not answer is claimed later; until then nothing is written there.
   */
  claim(deps: ClaimDeps, options?: { readonly waits?: boolean }): Promise<void>;
  /** Why a place is not claimed yet; undefined when none waits. */
  waitsFor(): unknown;
  /** Claims what waits. Answers true when nothing waits any more. Never rejects. */
  claimWaiting(): Promise<boolean>;
  /** Who has each place now. */
  listOwners(database: OpenDatabase): Promise<readonly PlaceOwner[]>;
  /** Takes each place from whoever has it: the other can only read from its next look on. */
  takeOver(deps: ClaimDeps): Promise<readonly PlaceOwner[]>;
  /** Looks whether the places are still ours, and counts on. Once a minute in a server. Answers whether all are. Never rejects. */
  look(): Promise<boolean>;
  /** Answers whether all were ours at the last look. */
  areOurs(): boolean;
  /** Answers true when this deployment may write there. Rejects with `image_store_unavailable` while a claim waits. */
  isOurs(place: ImagePlace): Promise<boolean>;
};

/** Servers look, and count, so often. */
export const lookMs = 60_000;
/** A place of another is looked at again after this time: it may have been taken over. */
const lookAgainMs = 2_000;
/**
 * A database may be behind its own marker by one: a failover, or a power cut, can lose the last transactions. A copy of an
 * earlier moment is behind by more, once the deployment has counted on twice.
 */
const slack = 1;
/** A process counts only after it has looked so often: a deployment that it is a copy of counts in that time. */
const looksBeforeCounting = slack + 2;

/**
 * The claims of a deployment on the places of its photos: each has a marker with the identity and the count of the database
 * that writes there. A copy of the database finds another identity, or a count that its own is behind; then it can read
 * only; see docs/decisions/0281. NOT found at once: a copy of the database's files that is less than two minutes old. It is told within three
 * minutes, and until then by nobody.
 */
export function createPlaceClaims(
  known: { readonly configured: ImagePlace; readonly all: readonly PhotoPlace[] },
  options: { readonly lookMs?: number } = {},
): PlaceClaims {
  const { configured, all } = known;
  const everyMs = options.lookMs ?? lookMs;
  const states = new Map<ImagePlace, boolean>();
  const waiting = new Map<PhotoPlace, unknown>();
  let claimed: ClaimDeps | undefined;
  let looks = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  /** The bucket, and the folder if it has photos of this database or will have. */
  const listUsed = (noted: ReadonlyMap<ImagePlace, string>) =>
    all.filter(({ place }) => place === 's3' || place === configured || noted.has(place));

  async function claimOne(
    deps: ClaimDeps,
    { place, address, marker: file }: PhotoPlace,
    noted: string | undefined,
  ): Promise<void> {
    const { db } = deps.database;
    await file.check();
    let found = await file.read();
    refuseOwner(found, deps);
    if (noted !== undefined && nameOf(place, address, found) !== noted)
      throw differsFrom(place, address, noted);
    const me = await deps.readIdentity();
    if (found === undefined) {
      await file.create(markerOf(deps, me, { ...(place === 'files' && { name: randomUUID() }) }));
      found = (await file.read())!;
    }
    const name = nameOf(place, address, found)!;
    if ((place === configured || noted !== undefined) && (await noteImagePlace(db, place, name)) !== name) {
      throw differsFrom(place, address, noted);
    }
    const isOurs = isMarkerOf(found, me);
    if (isOurs) await file.replace(markerOf(deps, me, found));
    else if (found.database === me.name) await becomeAnother(db, me.id, deps.clock.now());
    states.set(place, isOurs);
  }

  async function lookNow(): Promise<void> {
    if (claimed === undefined) return;
    const markers = new Map<PhotoPlace, PlaceMarker | undefined>();
    for (const one of all) if (states.has(one.place)) markers.set(one, await one.marker.read());
    const me = await claimed.readIdentity();
    for (const [{ place }, marker] of markers) states.set(place, isMarkerOf(marker, me));
    looks += 1;
    if (looks < looksBeforeCounting || !areOurs()) return;
    const count = await countOn(claimed.database.db, everyMs * 0.8);
    if (count === undefined) return;
    for (const [{ marker }, found] of markers)
      await marker.replace(markerOf(claimed, { ...me, count }, found));
  }

  const areOurs = () => ![...states.values()].includes(false);

  async function look(): Promise<boolean> {
    // A place that does not answer keeps its state: nothing can be written there anyway.
    looking ??= lookNow()
      .catch(() => {})
      .finally(() => {
        lookedAtMs = performance.now();
        looking = undefined;
      });
    await looking;
    return areOurs();
  }

  return {
    async claim(deps, { waits = false } = {}) {
      claimed = deps;
      const noted = await findImagePlaces(deps.database.db);
      const bucket = noted.get('s3');
      if (bucket !== undefined && !all.some(({ place }) => place === 's3')) {
        throw differs(
          `The photos of this database are in the bucket ${bucket}; the S3_ settings are not set here.`,
        );
      }
      for (const one of listUsed(noted)) {
        const isElsewhere = one.place === 's3' && bucket !== undefined && bucket !== one.address;
        if (isElsewhere) throw differsFrom('s3', one.address, bucket);
        try {
          await claimOne(deps, one, noted.get(one.place));
        } catch (error) {
          if (!waits || !isStoreAway(error)) throw error;
          waiting.set(one, error);
        }
      }
      lookedAtMs = performance.now();
    },

    waitsFor: () => [...waiting.values()][0],

    async claimWaiting() {
      for (const one of waiting.keys()) {
        try {
          await claimOne(claimed!, one, (await findImagePlaces(claimed!.database.db)).get(one.place));
          waiting.delete(one);
        } catch (error) {
          waiting.set(one, error);
        }
      }
      return waiting.size === 0;
    },

    async listOwners(database) {
      const me = await readIdentity(database);
      const noted = await findImagePlaces(database.db);
      const owners: PlaceOwner[] = [];
      for (const { place, address, marker } of listUsed(noted)) {
        const found = await marker.read();
        const isNoted = !noted.has(place) || noted.get(place) === nameOf(place, address, found);
        owners.push({
          place,
          address,
          isClaimed: found !== undefined,
          isOurs: found !== undefined && isNoted && isMarkerOf(found, me),
          ...(found && { database: found.database, countedAt: found.countedAt }),
        });
      }
      return owners;
    },

    async takeOver(deps) {
      const before = await this.listOwners(deps.database);
      for (const { place, address, marker } of all) {
        const owner = before.find((one) => one.place === place);
        if (owner === undefined || owner.isOurs) continue;
        await marker.check();
        const found = await marker.read();
        refuseOwner(found, deps);
        // Beyond what the other may have counted to meanwhile.
        await raiseCount(deps.database.db, (found?.count ?? 0) + slack + 2);
        const me = await deps.readIdentity();
        const name = place === 'files' ? { name: found?.name ?? randomUUID() } : {};
        await marker.replace(markerOf(deps, me, name));
        await replaceImagePlace(deps.database.db, place, place === 's3' ? address : name.name!);
      }
      return before;
    },

    look,
    areOurs,

    async isOurs(place) {
      for (const one of waiting.keys()) {
        if (one.place === place) throw new ImageError('image_store_unavailable', { retryAfterSeconds: 5 });
      }
      const isKnown = states.get(place);
      // A place without photos of this database, or the folder beside the embedded one.
      if (isKnown === undefined) return true;
      if (performance.now() - lookedAtMs > (isKnown ? everyMs : lookAgainMs)) await look();
      return states.get(place) === true;
    },
  };
}

/** The files of a place that refuse to be changed while it is another's. Rejects with `image_store_read_only`. */
export function guardImageFiles(files: ImageFiles, isOurs: () => Promise<boolean>): ImageFiles {
  const refuse = async () => {
    if (!(await isOurs())) throw new ImageError('image_store_read_only', { retryAfterSeconds: 60 });
  };
  return {
    ...files,
    async put(id, bytes) {
      await refuse();
      await files.put(id, bytes);
    },
    async delete(id) {
      await refuse();
      await files.delete(id);
    },
    async discardUnfinished(before) {
      await refuse();
      return await files.discardUnfinished(before);
    },
  };
}

function isMarkerOf(
  marker: PlaceMarker | undefined,
  me: { readonly name: string; readonly count: number },
): boolean {
  if (marker === undefined) return true;
  return marker.database === me.name && marker.count <= me.count + slack;
}

function markerOf(
  { deploymentKey, clock }: ClaimDeps,
  me: { readonly name: string; readonly count: number },
  before: Partial<PlaceMarker> | undefined,
): PlaceMarker {
  return {
    owner: ownerOf(deploymentKey),
    ...(before?.name !== undefined && { name: before.name }),
    database: me.name,
    count: Math.max(me.count, before?.count ?? 0),
    countedAt: clock.now().toISOString(),
  };
}

function ownerOf(deploymentKey: Uint8Array): string {
  return createHash('sha256').update('image bucket').update(deploymentKey).digest('hex');
}

function refuseOwner(marker: PlaceMarker | undefined, { deploymentKey }: ClaimDeps): void {
  if (marker !== undefined && marker.owner !== ownerOf(deploymentKey))
    throw new ImageError('image_bucket_taken');
}

/** The name that the database notes of a place; undefined when the place was never claimed. */
function nameOf(place: ImagePlace, address: string, marker: PlaceMarker | undefined): string | undefined {
  return place === 's3' ? marker && address : marker?.name;
}

function differsFrom(place: ImagePlace, address: string, noted: string | undefined): ImageError {
  if (place === 'files') {
    return differs(
      `The photos of this database are in another folder than ${address}. Let every process have the same DATA_DIR/images, or use S3.`,
    );
  }
  return differs(
    noted === address
      ? `The bucket ${address} has no photos of this database: S3_ENDPOINT may be another store.`
      : `The photos of this database are in the bucket ${noted}; S3_BUCKET is ${address} here.`,
  );
}

function differs(detail: string): ImageError {
  return new ImageError('image_place_differs', { detail });
}
