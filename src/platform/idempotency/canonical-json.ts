/**
 * A value as JSON that says the same for every order of members: sorted by their names, without spaces. Members that are
 * undefined are left out, as JSON does it. Throws TypeError for what JSON has no text for.
 */
export function canonicalJson(value: unknown): string {
  const text = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    // `__proto__` stays a member like others in an object without a prototype. Numbers as names come first everywhere.
    const sorted: Record<string, unknown> = Object.create(null);
    for (const name of Object.keys(member).sort()) sorted[name] = (member as Record<string, unknown>)[name];
    return sorted;
  });
  if (text === undefined) throw new TypeError('There is no JSON for this value');
  return text;
}
