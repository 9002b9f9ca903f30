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

/** A camera by its label, without the numbers of the maker and the device; undefined without one. */
export function nameCamera(label: string): string | undefined {
  const name = label
    .replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '')
    .trim()
    .slice(0, 100);
  return name === '' ? undefined : name;
}
