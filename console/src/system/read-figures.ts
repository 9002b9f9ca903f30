export type Figure = { readonly name: string; readonly help: string; readonly value: number };

/** The counters and gauges of the service out of Prometheus' text, each summed over its labels. */
export function readFigures(text: string): readonly Figure[] {
  const helps = new Map<string, string>();
  const kinds = new Map<string, string>();
  const sums = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, about, name, words] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (about === 'HELP' && name !== undefined) helps.set(name, words ?? '');
    if (about === 'TYPE' && name !== undefined) kinds.set(name, words ?? '');
    const [, figure, value] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    if (figure !== undefined) sums.set(figure, (sums.get(figure) ?? 0) + Number(value));
  }
  return [...sums]
    .filter(([name]) => name.startsWith('confere_') && ['counter', 'gauge'].includes(kinds.get(name) ?? ''))
    .map(([name, value]) => ({ name, help: helps.get(name) ?? name, value }));
}
