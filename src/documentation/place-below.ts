/**
 * The text of a file of the site with its absolute addresses below a path prefix. The site is built for `/docs/`; a
 * service behind a proxy may be at `/identity/docs/`. Only what begins a quoted or bracketed address is changed, so prose
 * that mentions `/docs/` stays.
 */
export function placeBelow(text: string, prefix: string): string {
  return prefix === '' ? text : text.replaceAll(/(["'`(=])\/docs\//g, `$1${prefix}/docs/`);
}
