const pageBytes = 8_192n;
const pageHeaders = [24n, 40n];

/**
 * A place in the log of PostgreSQL (`16/B374D848`) as a number. The first byte after the header of a page is the same
 * place as the end of the page before it: a primary tells the one and a standby the other.
 */
export function parseLogPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  const intoPage = position % pageBytes;
  return pageHeaders.includes(intoPage) ? position - intoPage : position;
}
