/**
 * True when a header came more than once. Node.js takes the first, a proxy before it may have looked at the last.
 * `raw` has names and values in turn; `name` is in lower case.
 */
export function isRepeated(raw: readonly string[], name: string): boolean {
  let found = false;
  for (let at = 0; at < raw.length; at += 2) {
    const candidate = raw[at]!;
    if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (found) return true;
    found = true;
  }
  return false;
}
