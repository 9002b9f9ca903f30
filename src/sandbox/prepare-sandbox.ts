import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { samplePhoto } from './create-sandbox-engine.ts';
import { companyScenarios, faceScenarios, personScenarios } from './scenarios.ts';

export type Credentials = { readonly clientId: string; readonly clientSecret: string };

export type SandboxClients = { readonly customer: Credentials; readonly mobile: Credentials };

/** Sends a request of the administrator to the sandbox; the parsed answer. Throws for every other status than 2xx. */
export type SendAsAdmin = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown>>;

const scopes = {
  customer: [
    'faces:authenticate',
    'attempts:read',
    'faces:write',
    'people:read',
    'companies:read',
    'executions:write',
    'templates:write',
    'liveness:write',
    'liveness:read',
    'people:erase',
    'people:export',
    'audit:read',
    'events:read',
    'webhooks:read',
    'webhooks:write',
  ],
  mobile: ['faces:authenticate', 'attempts:read', 'liveness:write', 'liveness:read'],
} as const;

/** The default templates, each with a rule that leads to WAITING_DOCUMENTS: nothing else there does. */
const addedRules = {
  tpl_default_person: { name: 'no-face', status: 'WAITING_DOCUMENTS', when: '!face.registered' },
  tpl_default_company: {
    name: 'suspended',
    status: 'WAITING_DOCUMENTS',
    when: 'basicData.status == "SUSPENSA"',
  },
} as const;

export type PreparedSandbox = {
  readonly clients: SandboxClients;
  /**
   * Starts an execution for each person and company of the catalogue. Resolves when all are under way; most have
   * ended by then.
   */
  startExecutions(): Promise<void>;
};

/** Fills a new sandbox through its own interface, as a client would. */
export async function prepareSandbox(send: SendAsAdmin): Promise<PreparedSandbox> {
  const [customer, mobile] = await Promise.all(
    (['customer', 'mobile'] as const).map((product) =>
      send('POST', '/v1/clients', { product, scopes: scopes[product], name: `Sandbox ${product}` }),
    ),
  );
  const register = async (cpf: string, photo: string) => {
    const imageUrl = `data:image/png;base64,${photo}`;
    await send('PUT', `/v1/people/${cpf}/face`, { imageUrl, legalBasis: 'consent' });
  };
  for (const { cpf } of faceScenarios) await register(cpf, samplePhoto);
  for (const { cpf, hasFace } of personScenarios)
    if (hasFace) await register(cpf, drawPhoto(cpf).toString('base64'));
  for (const [id, rule] of Object.entries(addedRules)) {
    const path = `/v1/query-templates/${id}`;
    const { name, subject, sources, rules, otherwise, onboardPartners } = await send('GET', path);
    const definition = { name, subject, sources, otherwise, onboardPartners };
    await send('PUT', path, { ...definition, rules: [...(rules as object[]), rule] });
  }
  return {
    clients: { customer: toCredentials(customer), mobile: toCredentials(mobile) },
    async startExecutions() {
      for (const { cpf } of personScenarios)
        await send('POST', '/v1/executions', { templateId: 'tpl_default_person', cpf });
      for (const { cnpj } of companyScenarios)
        await send('POST', '/v1/executions', { templateId: 'tpl_default_company', cnpj });
    },
  };
}

/**
 * A picture of the colour of a CPF: a sandbox takes the same file for the same face, and a possible duplicate would
 * hold every status of its person back.
 */
function drawPhoto(cpf: string): Buffer {
  const side = 64;
  const colour = createHash('sha256').update(cpf).digest().subarray(0, 3);
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: side }, () => colour)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function toCredentials(answer: Record<string, unknown> | undefined): Credentials {
  const { id, clientSecret } = answer as { readonly id: string; readonly clientSecret: string };
  return { clientId: id, clientSecret };
}
