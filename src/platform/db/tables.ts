/**
 * The database's tables by name. Empty here: each domain's `*-store.ts` adds the tables it owns by declaration
 * merging, so that the platform knows none of them and every query is still type-checked.
 *
 * @example
 * declare module '../platform/db/tables.ts' {
 *   interface Tables {
 *     images: ImagesTable;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in the domains
export interface Tables {}
