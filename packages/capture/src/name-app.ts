const browsers = [
  [/; wv\).*Chrome\/(\d+)/, 'Android WebView'],
  [/Edg[A-Z]*\/(\d+)/i, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
] as const;

/** The browser and its version, as operators compare them: `Chrome 131`. Undefined for one that is not known. */
export function nameApp(userAgent: string): string | undefined {
  for (const [form, name] of browsers) {
    const [, version] = form.exec(userAgent) ?? [];
    if (version !== undefined) return `${name} ${version}`;
  }
  return undefined;
}

/** Phones that serve as cameras of a computer: their labels hold the name that their owner gave them. */
const named = [/iPhone/i, /iPad/i, /Windows Virtual Camera/i] as const;

/**
 * A camera by its label, without the numbers of the maker and the device; undefined without one. Of a phone that serves a
 * computer its kind alone: its label may name a person.
 */
export function nameCamera(label: string): string | undefined {
  for (const form of named) {
    const [kind] = form.exec(label) ?? [];
    if (kind !== undefined) return kind;
  }
  if (/['’]s\b/.test(label)) return undefined;
  const name = label
    .replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '')
    .trim()
    .slice(0, 100);
  return name === '' ? undefined : name;
}
