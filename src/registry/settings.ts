import { group, text } from '../platform/config/variables.ts';

const registry = group('Registry of companies', {
  shareUrl: text('base-url', {
    variable: 'REGISTRY_SHARE_URL',
    default: 'https://arquivos.receitafederal.gov.br/public.php/dav/files/YggdBLfdninEJX9',
    description:
      'WebDAV address of the folder with the months of the CNPJ open data. Only `confere registry download` uses it.',
  }),
});

export const registrySettings = { registry };
