import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isPersonalCompany,
  withholdContactChanges,
  withholdContacts,
} from '../../src/companies/withhold-contacts.ts';

const write = (legalNature: string) =>
  JSON.stringify({
    id: 'com_1',
    basicData: {
      companyEmail: 'a@example.com',
      officialName: 'ANA',
      legalNature,
      phoneNumber: '(11) 3333-4444',
    },
    sources: { pjData: { data: { contacts: { email: 'a@example.com' }, cnpj: '1' } } },
  });

describe('withholdContacts', () => {
  it('takes the contacts of human beings away, and nothing else', () => {
    for (const nature of [
      '213-5 - Empresário (Individual)',
      '213-5',
      '412-0 - Produtor Rural (Pessoa Física)',
    ]) {
      assert.deepEqual(JSON.parse(withholdContacts(write(nature))), {
        id: 'com_1',
        basicData: { officialName: 'ANA', legalNature: nature },
        sources: { pjData: { data: { cnpj: '1' } } },
      });
    }
  });

  it('leaves the text of every other company as it is', () => {
    for (const nature of ['206-2 - Sociedade Empresária Limitada', '201-1', '230-5']) {
      assert.equal(withholdContacts(write(nature)), write(nature));
    }
    assert.equal(isPersonalCompany('{"basicData":{"officialName":"\\"legalNature\\":\\"213-5\\""}}'), false);
  });

  it('copes with a profile that no source has said anything of', () => {
    assert.equal(withholdContacts('{"id":"com_1","executions":[]}'), '{"id":"com_1","executions":[]}');
  });
});

describe('withholdContactChanges', () => {
  it('tells that contacts changed, not what they were', () => {
    const entry = { id: 'x', changedAt: new Date(0), executionId: 'exe_1' };
    const changes = [
      { path: 'basicData.companyEmail', from: 'a@example.com', to: 'b@example.com' },
      { path: 'basicData.officialName', from: 'A', to: 'B' },
    ];
    assert.deepEqual(withholdContactChanges([{ ...entry, changes }]), [
      { ...entry, changes: [{ path: 'basicData.companyEmail' }, changes[1]] },
    ]);
  });
});
