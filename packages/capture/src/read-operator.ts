/** The operator of a service, as the hosted page shows it. */
export type Operator = {
  readonly name: string;
  /** The other way for people who cannot go on here. */
  readonly alternative: string | null;
  /** A colour `#rrggbb` for buttons. */
  readonly accent: string | null;
  /** A picture in a `data:` address. */
  readonly logo: string | null;
};

const longestMs = 4_000;

/** Asks a service for its operator; undefined when it does not answer in time: the page goes on without. */
export async function readOperator(server: string): Promise<Operator | undefined> {
  const trying = new AbortController();
  setTimeout(() => trying.abort(), longestMs);
  try {
    const response = await fetch(`${server}/capture/operator`, {
      credentials: 'omit',
      signal: trying.signal,
    });
    return response.ok ? ((await response.json()) as Operator) : undefined;
  } catch {
    return undefined;
  }
}

/** Black or white, whichever is read better on a colour. */
export function textOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
