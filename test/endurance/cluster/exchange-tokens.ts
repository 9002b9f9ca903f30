import { Agent, request } from 'undici';
import { generateCpf } from '../../../src/platform/documents.ts';

/**
 * Has each replica issue a token, and each replica take each of them for a change and a read. Gives what was refused:
 * nothing may be, whatever the clock of one of them says.
 */
export async function exchangeTokens(
  replicas: readonly { readonly url: string }[],
  client: { readonly clientId: string; readonly clientSecret: string },
  templateId: string,
): Promise<readonly string[]> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const found: string[] = [];
  for (const [issuer, { url }] of replicas.entries()) {
    const answer = await request(`${url}/oauth2/token`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }).toString(),
    });
    const body = (await answer.body.json()) as { access_token?: string; error?: string };
    if (body.access_token === undefined) {
      found.push(`replica ${issuer + 1} issues no token: ${answer.statusCode} ${body.error}`);
      continue;
    }
    for (const [taker, other] of replicas.entries()) {
      const work = await request(`${other.url}/v1/executions`, {
        dispatcher,
        method: 'POST',
        headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ templateId, cpf: generateCpf() }),
      });
      const text = await work.body.text();
      if (work.statusCode >= 300) {
        found.push(
          `replica ${taker + 1} refuses a token of replica ${issuer + 1}: ${work.statusCode} ${text}`,
        );
      }
    }
  }
  await dispatcher.close();
  return found;
}
