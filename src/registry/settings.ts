import { group, text } from '../platform/config/variables.ts';

export const registry = group('Registry of companies', {
  shareUrl: text<string>('base-url', {
    variable: 'REGISTRY_SHARE_URL',
    default: 'https://arquivos.receitafederal.gov.br/public.php/dav/files/YggdBLfdninEJX9',
    description:
      'WebDAV address of the share with the CNPJ open data, in which the months are folders. Only `confere registry download` asks it.',
  }),
});

/** The settings of this domain. */
export const registrySettings = { registry };
