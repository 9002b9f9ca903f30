import MiniSearch from 'minisearch';

/** The options that VitePress writes its index with; an index is read with those it was written with. */
const options = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] };

const list = '/@localSearchIndex';
const languages = ['root', 'pt-BR'] as const;

/**
 * Gives each language an index of its own. VitePress takes the language of a page from the folder of its file; ours
 * stand beside each other and end in `.pt-BR.md`, so it puts all of them into the index of the first language.
 */
export function searchByLanguage() {
  let whole = '';
  return {
    name: 'search-by-language',
    async transform(
      this: { load(module: { id: string }): Promise<unknown> },
      code: string,
      id: string,
    ): Promise<string | undefined> {
      if (id === list) {
        const entries = languages.map((name) => `"${name}": () => import("@localSearchIndex${name}")`);
        return `export default {${entries.join(',')}}`;
      }
      if (id === `${list}root`) {
        whole = code;
        return await keepPages(whole, (address) => !address.startsWith('/docs/pt-BR/'));
      }
      if (id !== `${list}pt-BR`) return undefined;
      await this.load({ id: `${list}root` });
      return await keepPages(whole, (address) => address.startsWith('/docs/pt-BR/'));
    },
  };
}

/** The module of an index with some of its pages. */
async function keepPages(code: string, isKept: (address: string) => boolean): Promise<string> {
  const json: string = JSON.parse(code.replace(/^export default /, ''));
  const addresses = Object.values((JSON.parse(json) as { documentIds: Record<string, string> }).documentIds);
  const index = MiniSearch.loadJSON<{ id: string }>(json, options);
  index.discardAll(addresses.filter((address) => !isKept(address)));
  await index.vacuum();
  return `export default ${JSON.stringify(JSON.stringify(index))}`;
}
