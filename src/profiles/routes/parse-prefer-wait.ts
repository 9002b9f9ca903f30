/**
 * The seconds of a `wait` preference (RFC 7240, section 4.3); undefined without one, or with one that is malformed:
 * a preference that is not understood is ignored.
 */
export function parsePreferWait(header: string | readonly string[] | undefined): number | undefined {
  const text = typeof header === 'string' ? header : (header?.join(',') ?? '');
  for (const preference of text.split(',')) {
    const [name = '', value = ''] = preference.split(';')[0]!.split('=');
    // Of a preference that is given twice, the first one counts.
    if (name.trim().toLowerCase() !== 'wait') continue;
    const seconds = /^\s*"?(\d{1,9})"?\s*$/.exec(value)?.[1];
    return seconds === undefined ? undefined : Number(seconds);
  }
  return undefined;
}
