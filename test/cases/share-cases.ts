import assert from 'node:assert/strict';
import { before } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { createScriptedSource, found, unavailable } from '../profiles/scripted-sources.ts';
import {
  acceptFirstAdministrator,
  type Browser,
  invitePerson,
  type Person,
  signIn,
} from '../support/console.ts';
import type { TestDatabaseKind } from '../support/database.ts';
import { type Answer, send } from '../support/http.ts';
import { shareService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

type CaseWork = {
  readonly service: TestService;
  /** Of the first administrator's client. */
  readonly token: string;
  readonly admin: Person;
  readonly ana: Person;
  readonly bia: Person;
  readonly auditor: Person;
};

/**
 * A service whose executions open cases, two analysts and an auditor, for all tests of a suite. Called where the suite
 * is defined; `work` gives them, in its tests. A person's name decides what becomes of an execution: Good is approved, Bad
 * refused, Odd approved with a review, `away` waits for its source, any other is pending.
 */
export function shareCases(kind: TestDatabaseKind) {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService(kind, {
    engine: createStandInEngine(),
    sources: [civil],
    env: { CASES_OPEN_FOR: 'execution_pending,rule_review,decision_standing' },
    constants: { executions: { retryDelayMs: 600_000 } },
  });
  let shared: CaseWork | undefined;
  let templateId: string;

  before(async () => {
    const token = await service().fetchToken(service().admin);
    const template = await send(`${service().url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'People',
        subject: 'person',
        sources: [{ name: 'civil' }],
        rules: [
          { name: 'bad', when: 'basicData.name == "Bad"', status: 'REPROVED' },
          { name: 'odd', when: 'basicData.name == "Odd"', status: 'APPROVED', isForReview: true },
          { name: 'good', when: 'basicData.name == "Good"', status: 'APPROVED' },
        ],
      },
    });
    templateId = template.body.id;
    const admin = await acceptFirstAdministrator(service());
    const invite = (role: 'analyst' | 'auditor') => invitePerson(service(), admin, role);
    shared = {
      service: service(),
      token,
      admin,
      ana: await invite('analyst'),
      bia: await invite('analyst'),
      auditor: await invite('auditor'),
    };
  });

  function work(): CaseWork {
    assert.ok(shared, 'cases are worked on in tests only');
    return shared;
  }

  /** Runs the template on a person; gives the person's id and the execution. */
  async function execute(
    name: string,
    cpf = generateCpf(),
  ): Promise<{ cpf: string; id: string; body: Answer['body'] }> {
    const { service, token } = work();
    civil.answer(cpf, name === 'away' ? unavailable : found({ name }));
    let { body } = await send(`${service.url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId, cpf },
      headers: { prefer: name === 'away' ? 'wait=1' : 'wait=20' },
    });
    while (body.status === 'PROCESSING') {
      ({ body } = await send(`${service.url}/v1/executions/${body.executionId}`, { token }));
    }
    const person = await send(`${service.url}/v1/people/${cpf}`, { token });
    return { cpf, id: person.body.id, body };
  }

  async function statusOf(cpf: string) {
    const { service, token } = work();
    const { body } = await send(`${service.url}/v1/people/${cpf}`, { token });
    return body.status;
  }

  const casesOf = async (personId: string, by: Browser = work().ana) =>
    (await by.request('GET', `/v1/cases?subject=${personId}`)).body.items;

  const decide = (by: Browser, one: { id: string; revision: number }, outcome: string) =>
    by.request('POST', `/v1/cases/${one.id}/decisions`, {
      outcome,
      reasonCode: 'identity_confirmed',
      note: 'The documents fit.',
      revision: one.revision,
    });

  const manual = async (personId: string, by: Browser = work().ana) =>
    (await by.request('POST', '/v1/cases', { kind: 'manual', personId })).body;

  /** Puts rules in force as two people would have, a day later. */
  async function setRules(rules: readonly object[]): Promise<void> {
    const { service, admin } = work();
    const proposed = await admin.request('PUT', '/v1/case-settings', { fourEyes: rules });
    const supervisor = await invitePerson(service, admin, 'supervisor');
    await service.clock.later(25 * 3_600_000, async () => {
      const browser = await signIn(service, supervisor);
      const path = `/v1/case-settings/changes/${proposed.body.waiting.id}/confirmation`;
      const answer = await browser.request('POST', path, { isConfirmed: true });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body.fourEyes, rules);
    });
  }

  return { work, execute, statusOf, casesOf, decide, manual, setRules };
}
