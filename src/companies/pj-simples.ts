import { type Static, Type } from 'typebox';
import type { CompanyRecord, RegistryDate } from '../registry/index.ts';
import { formatDate, withoutUndefined } from './format-basic-data.ts';

const Option = Type.Object({
  isOptant: Type.Optional(Type.Boolean({ description: 'Absent when the registry does not say.' })),
  since: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
  until: Type.Optional(Type.String({ description: 'DD/MM/YYYY; the day the option ended.' })),
});

/** The content of `sources.pjSimples.data`. */
export const PjSimplesSchema = Type.Object(
  {
    dataMonth: Type.String({ description: 'Month of the registry, YYYY-MM.' }),
    simples: Type.Optional(Option),
    mei: Type.Optional(Option),
  },
  {
    description:
      'Options for Simples Nacional and for MEI: empty for who never joined, absent when the month has no file of them.',
  },
);

export type PjSimples = Static<typeof PjSimplesSchema>;

/**
 * The options of a company. The registry lists those who ever opted: for anybody else both are empty, unless the month
 * has no such list.
 */
export function toPjSimples({ simples, hasSimples, dataMonth }: CompanyRecord): PjSimples {
  if (!hasSimples) return { dataMonth };
  if (simples === undefined) return { dataMonth, simples: {}, mei: {} };
  return {
    dataMonth,
    simples: toOption(simples.isSimples, simples.simplesSince, simples.simplesUntil),
    mei: toOption(simples.isMei, simples.meiSince, simples.meiUntil),
  };
}

function toOption(isOptant: boolean | undefined, since: RegistryDate, until: RegistryDate) {
  return withoutUndefined({ isOptant, since: formatDate(since), until: formatDate(until) }) as Static<
    typeof Option
  >;
}
