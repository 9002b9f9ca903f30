import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Role, roles } from '../../src/accounts/types.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { send } from '../support/http.ts';
import { type OpenApiDocument, type Operation, readOperations } from '../support/openapi/read-operations.ts';
import { type SampleValues, sampleRequest } from '../support/openapi/sample-request.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { toDataAddress } from '../support/service-photos.ts';
import { rolesOfOperations } from './what-each-role-may.ts';

describe('every role against every operation', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  const people = new Map<Role, Person>();
  let guarded: readonly Operation[];
  let values: SampleValues;

  before(async () => {
    const document = (await send(`${service().url}/openapi.json`)).body as OpenApiDocument;
    // Sessions are of the customer product: what takes tokens of phones alone takes no session.
    guarded = readOperations(document).filter(
      ({ products, needsSession }) => needsSession || products.includes('customer'),
    );
    const photo = await createPhoto({ format: 'jpeg' });
    values = { cpf: generateCpf(), cnpj: generateCnpj(), photo, photoAddress: toDataAddress(photo) };
    const admin = await acceptFirstAdministrator(service());
    people.set('administrator', admin);
    for (const role of roles.slice(1)) people.set(role, await invitePerson(service(), admin, role));
  });

  it('the table of expectations names each of them, and nothing else', () => {
    assert.deepEqual(Object.keys(rolesOfOperations).sort(), guarded.map(({ id }) => id).sort());
  });

  it('an auditor has nothing that changes something but the own session and passkeys, and starts verifications', () => {
    const changes = guarded.filter(({ method }) => method !== 'GET').map(({ id }) => id);
    assert.deepEqual(
      changes.filter((id) => rolesOfOperations[id]!.includes('auditor')),
      ['signOut', 'endSession', 'addPasskey', 'askForNewPasskey', 'removePasskey', 'verifyAudit'],
    );
  });

  it('an auditor reads everything there is to read but the file that leaves the house', () => {
    const reads = guarded.filter(({ method }) => method === 'GET').map(({ id }) => id);
    assert.deepEqual(
      reads.filter((id) => !rolesOfOperations[id]!.includes('auditor')),
      ['exportPerson'],
    );
  });

  for (const role of roles) {
    it(`${role}: what the role may not is 403 scope_forbidden, the rest is not refused`, async () => {
      const faults: string[] = [];
      for (const operation of guarded) {
        // It would end the session that the others are tried with.
        if (operation.id === 'signOut') continue;
        const { path, headers, body } = sampleRequest(operation, values);
        const answer = await people.get(role)!.request(operation.method, path, undefined, { headers, body });
        const isRefused = answer.status === 401 || answer.body?.code === 'scope_forbidden';
        if (isRefused === rolesOfOperations[operation.id]?.includes(role)) {
          faults.push(`${operation.id}: ${answer.status} ${answer.body?.code}`);
        }
      }
      assert.deepEqual(faults, []);
    });
  }
});
