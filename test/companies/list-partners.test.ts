import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listPartners, representingQualifications } from '../../src/companies/list-partners.ts';
import { createRecord } from './create-record.ts';

const page = fileURLToPath(new URL('../../docs/reference/partner-qualifications.md', import.meta.url));

describe('listPartners', () => {
  const partner = (name: string, document: string, code: string, more: object = {}) => ({
    kind: 'person' as const,
    name,
    document,
    qualification: { code, description: `of ${code}` },
    since: { date: undefined },
    ...more,
  });

  it('takes those for representatives whose qualification represents', () => {
    const record = createRecord({
      partners: [partner('ANA', '***111111**', '49'), partner('BIA', '***222222**', '22')],
    });
    assert.deepEqual(listPartners(record), [
      {
        kind: 'person',
        name: 'ANA',
        document: '***111111**',
        functionCode: '49',
        function: 'of 49',
        isLegalRepresentative: true,
      },
      {
        kind: 'person',
        name: 'BIA',
        document: '***222222**',
        functionCode: '22',
        function: 'of 22',
        isLegalRepresentative: false,
      },
    ]);
  });

  it('takes a partner for one whom another row names, by name and number, and nobody by one of the two', () => {
    const representative = { name: 'BIA ', document: '***222222**', qualification: { code: '15' } };
    const record = createRecord({
      partners: [
        partner('CAIO', '***333333**', '30', { representative }),
        partner('BIA', '***222222**', '22'),
        partner('BIA', '***444444**', '22'),
        partner('DORA', '***222222**', '22'),
      ],
    });
    assert.deepEqual(
      listPartners(record).map(({ isLegalRepresentative }) => isLegalRepresentative),
      [false, true, false, false],
    );
  });

  it('shows no CPF in a name', () => {
    const [shown] = listPartners(createRecord({ partners: [partner('ANA 52998224725', '', '49')] }));
    assert.equal(shown?.name, 'ANA ***982247**');
  });

  it('knows the qualifications that the reference says represent, and no others', async () => {
    const rows = (await readFile(page, 'utf8')).matchAll(/^\| (\d\d) \| .* \| (yes|no) \| .* \|$/gm);
    const listed = new Map([...rows].map(([, code, represents]) => [code!, represents === 'yes']));
    const codes = Array.from({ length: 80 }, (_, code) => String(code).padStart(2, '0'));
    assert.deepEqual([...listed.keys()], codes, 'every code there is or was');
    assert.deepEqual(
      [...listed].filter(([, represents]) => represents).map(([code]) => code),
      [...representingQualifications].sort(),
    );
  });
});
