/** The code of an example with the sources of the client library in the place of its package, which may not be built. */
export function nameClientSources(code: string): string {
  const source = new URL('../../packages/client/src/', import.meta.url);
  return code
    .replaceAll("'@confere/client'", `'${new URL('index.ts', source)}'`)
    .replaceAll("'@confere/client/node'", `'${new URL('node.ts', source)}'`);
}
