import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatBasicData, formatPhone, formatReais } from '../../src/companies/format-basic-data.ts';
import { toPjData } from '../../src/companies/pj-data.ts';
import { toPjSimples } from '../../src/companies/registry-sources.ts';
import { createRecord } from './create-record.ts';

describe('formatReais', () => {
  for (const [amount, text] of [
    ['1061004829.23', 'R$ 1.061.004.829,23'],
    ['0.00', 'R$ 0,00'],
    ['5.10', 'R$ 5,10'],
    ['100.00', 'R$ 100,00'],
    ['1000.00', 'R$ 1.000,00'],
    ['999999999999.99', 'R$ 999.999.999.999,99'],
    ['-1500.10', '-R$ 1.500,10'],
  ] as const) {
    it(`writes ${amount} as ${text}`, () => assert.equal(formatReais(amount), text));
  }

  it('keeps every digit, however large the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const amount = `${whole}.${String(cents).padStart(2, '0')}`;
          assert.equal(
            formatReais(amount)
              .replaceAll(/[R$ .]/g, '')
              .replace(',', '.'),
            amount,
          );
        },
      ),
    );
  });
});

describe('formatPhone', () => {
  for (const [areaCode, number, text] of [
    ['11', '33334444', '(11) 3333-4444'],
    ['11', '933334444', '(11) 93333-4444'],
    ['011', '33334444', '(11) 3333-4444'],
    ['', '33334444', '3333-4444'],
    ['11', '3333', '(11) 3333'],
  ] as const) {
    it(`writes ${areaCode}/${number} as ${text}`, () =>
      assert.equal(formatPhone({ areaCode, number }), text));
  }
});

describe('formatBasicData', () => {
  it('leaves out what is not known, and never says null', () => {
    assert.deepEqual(formatBasicData(createRecord()), {});
    const data = JSON.stringify([toPjData(createRecord()), toPjSimples(createRecord())]);
    assert.equal(
      data,
      '[{"dataMonth":"2026-04","cnpj":"12ABC34501DE35","status":{"code":""},"secondaryActivities":[],"address":{},"partners":[]},{"dataMonth":"2026-04","simples":{},"mei":{}}]',
    );
  });

  it('serves codes that no list describes without a description', () => {
    const record = createRecord({
      mainActivity: { code: '9999999' },
      nature: { code: '9998' },
      status: { code: '09' },
      size: { code: '07' },
    });
    assert.deepEqual(formatBasicData(record), {
      mainActivity: '9999-9/99',
      legalNature: '999-8',
      status: '09',
      companySize: '07',
    });
  });
});
