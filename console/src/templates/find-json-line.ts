const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\r\n]*/y;
const colon = /:/y;
const comma = /,/y;

/** Where something begins in a text, both counted from 1. */
export type Place = { readonly line: number; readonly column: number };

/**
 * The line, counted from 1, of a field in JSON text, by the path that an error names: `body/rules/0/when`. A field that
 * is not there stands at the line of what it is missing in. Undefined when the text is not JSON.
 */
export function findJsonLine(text: string, path: string): number | undefined {
  const { starts, fault } = readJson(text);
  if (fault !== undefined) return undefined;
  const names = path.split('/').slice(1);
  for (let length = names.length; length >= 0; length -= 1) {
    const start = starts.get(['', ...names.slice(0, length)].join('/'));
    if (start !== undefined) return placeOf(text, start).line;
  }
  return undefined;
}

/** Where a text stops being JSON; undefined when it is JSON to its end. Browsers do not all say. */
export function findJsonFault(text: string): Place | undefined {
  const { fault } = readJson(text);
  return fault === undefined ? undefined : placeOf(text, fault);
}

function placeOf(text: string, at: number): Place {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Where each field begins, by its path, a member of an object with its name; and where the text stops being JSON. */
function readJson(text: string): {
  readonly starts: ReadonlyMap<string, number>;
  readonly fault: number | undefined;
} {
  const starts = new Map<string, number>();
  let at = 0;
  const end = new Error('not JSON');
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw end;
    at += found.length;
    return found;
  };
  const walk = (path: string): void => {
    take(space);
    if (!starts.has(path)) starts.set(path, at);
    const opening = text[at];
    if (opening !== '{' && opening !== '[') {
      take(opening === '"' ? string : scalar);
      return;
    }
    const closing = opening === '{' ? '}' : ']';
    at += 1;
    take(space);
    for (let index = 0; text[at] !== closing; index += 1) {
      if (index > 0) take(comma);
      take(space);
      const start = at;
      const inner = `${path}/${opening === '[' ? index : (JSON.parse(take(string)) as string)}`;
      starts.set(inner, start);
      if (opening === '{') {
        take(space);
        take(colon);
      }
      walk(inner);
      take(space);
    }
    at += 1;
  };
  try {
    walk('');
    take(space);
    return { starts, fault: at < text.length ? at : undefined };
  } catch (error) {
    // Text within text without end goes deeper than the stack: it is no template either.
    if (error !== end && !(error instanceof RangeError)) throw error;
    return { starts, fault: at };
  }
}
