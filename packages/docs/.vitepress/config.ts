import { showExampleTabs } from '../example-tabs.ts';
import { keepLinks } from '../keep-links.ts';
import { listLicences } from '../list-licences.ts';
import { listOthers, listSidebar, sitePathOf } from '../list-pages.ts';
import { searchByLanguage } from '../search-by-language.ts';

/** The site of VitePress: the Markdown files of the checkout, below /docs of the service. */
export default {
  title: 'Confere',
  description: 'Self-hosted identity and profile verification for Brazil.',
  srcDir: '../..',
  outDir: 'dist',
  cacheDir: '../../node_modules/.cache/vitepress',
  base: '/docs/',
  cleanUrls: true,
  // The map of files is a script of its own: the content policy takes no inline ones.
  metaChunk: true,
  ignoreDeadLinks: false,
  srcExclude: listOthers(),
  rewrites: sitePathOf,
  head: [['link', { rel: 'icon', href: '/docs/favicon.svg', type: 'image/svg+xml' }]],
  markdown: {
    config(markdown: Parameters<typeof keepLinks>[0] & Parameters<typeof showExampleTabs>[0]) {
      keepLinks(markdown);
      showExampleTabs(markdown);
    },
  },
  vite: {
    publicDir: 'packages/docs/public',
    plugins: [searchByLanguage(), listLicences()],
    build: { chunkSizeWarningLimit: 3_000 },
  },
  themeConfig: {
    // A page of one language need not be there in the other.
    i18nRouting: false,
    search: {
      provider: 'local',
      options: {
        locales: {
          'pt-BR': {
            translations: {
              button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
              modal: {
                noResultsText: 'Nada encontrado para',
                resetButtonTitle: 'Limpar a busca',
                backButtonTitle: 'Fechar a busca',
                displayDetails: 'Mostrar detalhes',
                footer: { selectText: 'abrir', navigateText: 'escolher', closeText: 'fechar' },
              },
            },
          },
        },
      },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        nav: [
          { text: 'First tasks', link: '/guides/first-tasks' },
          { text: 'API reference', link: '/reference/', target: '_self' },
        ],
        sidebar: listSidebar('en'),
      },
    },
    'pt-BR': {
      label: 'Português',
      lang: 'pt-BR',
      description: 'Verificação de identidade e de perfis para o Brasil, nas suas próprias máquinas.',
      themeConfig: {
        nav: [
          { text: 'Primeiras tarefas', link: '/pt-BR/guides/first-tasks' },
          { text: 'Referência da API', link: '/reference/', target: '_self' },
        ],
        sidebar: listSidebar('pt-BR'),
        outline: { label: 'Nesta página' },
        docFooter: { prev: 'Anterior', next: 'Próxima' },
        darkModeSwitchLabel: 'Aparência',
        sidebarMenuLabel: 'Menu',
        returnToTopLabel: 'Voltar ao início',
        langMenuLabel: 'Mudar o idioma',
        skipToContentLabel: 'Ir para o conteúdo',
      },
    },
  },
};
