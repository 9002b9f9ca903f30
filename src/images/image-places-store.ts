import type { Db } from '../platform/db/types.ts';

/** Where photos can stand. */
export type ImagePlace = 'files' | 's3';

declare module '../platform/db/tables.ts' {
  interface Tables {
    image_places: { place: ImagePlace; name: string };
  }
}

/** The places that hold photos of this database, by their names. */
export async function findImagePlaces(db: Db): Promise<ReadonlyMap<ImagePlace, string>> {
  const rows = await db.selectFrom('image_places').selectAll().execute();
  return new Map(rows.map(({ place, name }) => [place, name]));
}

/** Notes a place unless it is noted, and gives the name that is. */
export async function noteImagePlace(db: Db, place: ImagePlace, name: string): Promise<string> {
  await db
    .insertInto('image_places')
    .values({ place, name })
    .onConflict((conflict) => conflict.column('place').doNothing())
    .execute();
  return (await findImagePlaces(db)).get(place) ?? name;
}

/** Notes a place by another name than before. */
export async function replaceImagePlace(db: Db, place: ImagePlace, name: string): Promise<void> {
  await db
    .insertInto('image_places')
    .values({ place, name })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ name }))
    .execute();
}

export async function forgetImagePlace(db: Db, place: ImagePlace): Promise<void> {
  await db.deleteFrom('image_places').where('place', '=', place).execute();
}
