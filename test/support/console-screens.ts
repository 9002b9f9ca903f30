import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { acceptFirstAdministrator, type Person } from './console.ts';
import { type ConsoleData, createConsoleData } from './console-data.ts';
import { shareService } from './service.ts';
import { createStandInEngine } from './service-engine.ts';

type Screens = { chromium: Browser; admin: Person; data: ConsoleData; caseId: string };

/** A service with something on every screen of the console, and Chromium to look at them: there once tests begin. */
export function shareScreens() {
  const service = shareService('embedded', { engine: createStandInEngine() });
  const shared = {} as Screens;
  before(async () => {
    shared.chromium = await openChromium();
    shared.data = await createConsoleData(service());
    const { personId, executionId, cpf } = shared.data;
    const admin = await acceptFirstAdministrator(service());
    shared.admin = admin;
    const opened = await admin.request('POST', '/v1/cases', { kind: 'manual', personId, executionId });
    assert.equal(opened.status, 201, opened.text);
    shared.caseId = opened.body.id;
    const definition = {
      subject: 'person',
      sources: [],
      otherwise: 'APPROVED',
      rules: [{ name: 'foto', when: 'face.references < 9', status: 'APPROVED', isForReview: true }],
    };
    const made = await admin.request('POST', '/v1/query-templates', definition);
    assert.equal(made.status, 201, made.text);
    const request = { templateId: made.body.id, cpf };
    const run = await admin.request('POST', '/v1/executions', request, { headers: { prefer: 'wait=20' } });
    assert.equal(run.status, 201, run.text);
  });
  after(() => shared.chromium?.close());
  return Object.assign(shared, { service });
}
