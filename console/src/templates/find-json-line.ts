const string = /"(?:[^"\\]|\\.)*"/y;
const scalar = /[^\s,\]}]+/y;
const space = /[\s:,]*/y;

/**
 * The line, counted from 1, of a field in JSON text, by the path that an error names: `body/rules/0/when`. A field that
 * is not there stands at the line of what it is missing in. Undefined when the text is not JSON.
 */
export function findJsonLine(text: string, path: string): number | undefined {
  const starts = listStarts(text);
  if (starts === undefined) return undefined;
  const names = path.split('/').slice(1);
  for (let length = names.length; length >= 0; length -= 1) {
    const start = starts.get(['', ...names.slice(0, length)].join('/'));
    if (start !== undefined) return text.slice(0, start).split('\n').length;
  }
  return undefined;
}

/** Where each field begins, by its path; a member of an object begins with its name. */
function listStarts(text: string): ReadonlyMap<string, number> | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const starts = new Map<string, number>();
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
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
    at += 1;
    take(space);
    for (let index = 0; text[at] !== '}' && text[at] !== ']'; index += 1) {
      const start = at;
      const inner = `${path}/${opening === '[' ? index : (JSON.parse(take(string)) as string)}`;
      starts.set(inner, start);
      walk(inner);
      take(space);
    }
    at += 1;
  };
  walk('');
  return starts;
}
