/** Screens by the kind of an id. */
const screens: Readonly<Record<string, string>> = {
  per: 'people',
  com: 'companies',
  att: 'attempts',
  exe: 'executions',
  cas: 'cases',
  tpl: 'templates',
};

/** The address of the screen that shows what an id names; undefined for what has no screen, and for no id. */
export function screenOf(id: string): string | undefined {
  const screen = /^[a-z]{3}_\w+$/.test(id) ? screens[id.slice(0, 3)] : undefined;
  return screen && `/${screen}/${id}`;
}
