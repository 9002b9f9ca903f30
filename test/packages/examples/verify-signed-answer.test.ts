import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose';

const run = promisify(execFile);
const cwd = fileURLToPath(new URL('../../../examples/', import.meta.url));

/**
 * Each with what shows that the machine has the language and what it needs, and the command of its documentation. A
 * language that compiles takes longer for that than for an answer: `compile` leaves in a folder what `compiled` runs.
 */
const programs = [
  {
    name: 'Python',
    probe: ['python3', '-c', 'import cryptography'],
    command: ['python3', 'python/verify_signed_answer.py'],
    compiled: undefined,
  },
  {
    name: 'Java',
    probe: ['java', '--version'],
    command: ['java', 'java/VerifySignedAnswer.java'],
    compiled: (folder: string) => ({
      compile: ['javac', '-d', folder, 'java/VerifySignedAnswer.java'],
      // It runs for half a second: compiling it better, or collecting with several threads, costs more than it saves.
      command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', folder, 'VerifySignedAnswer'],
    }),
  },
  {
    name: 'Go',
    probe: ['go', 'version'],
    command: ['go', 'run', 'go/verify-signed-answer/main.go'],
    compiled: (folder: string) => ({
      compile: ['go', 'build', '-o', join(folder, 'verify'), 'go/verify-signed-answer/main.go'],
      command: [join(folder, 'verify')],
    }),
  },
] as const;

const clientId = 'cli_1';
const cpf = '12345678909';
const body = '{"requestId":"r","isMatch":true}';

describe('the programs that verify a signed answer', () => {
  let folder: string;
  let published: Server;
  let url: string;
  let ours: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  let stranger: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-answers-'));
    const pair = await generateKeyPair('ES256', { extractable: true });
    ours = pair.privateKey;
    stranger = (await generateKeyPair('ES256')).privateKey;
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k', use: 'sig', alg: 'ES256' };
    const other = { kty: 'OKP', crv: 'Ed25519', x: 'AA', kid: 'e', use: 'sig', alg: 'EdDSA' };
    published = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [other, jwk] }));
    });
    await new Promise<void>((resolve) => published.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(published.address() as AddressInfo).port}`;
  });
  after(async () => {
    published.close();
    await rm(folder, { recursive: true });
  });

  async function sign(
    changed: Record<string, unknown> = {},
    { key = ours, typ = 'confere-response+jwt', kid = 'k' } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const digest = createHash('sha256').update(body).digest('base64url');
    const about = { peopleId: cpf, attemptId: 'att_1', isMatch: true, environment: 'live', digest };
    const times = { iat: now, exp: now + 300, jti: 'r' };
    const payload = { iss: url, aud: clientId, ...times, ...about, ...changed };
    return await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ, kid }).sign(key);
  }

  for (const { name, probe, command, compiled } of programs) {
    const [tool, ...options] = probe;
    const skip = spawnSync(tool, options).status === 0 ? false : `${name} is not installed`;
    it(`in ${name} believes what is signed and refuses everything else`, { skip }, async () => {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, CONFERE_URL: url, CLIENT_ID: clientId };
      const verifyBy =
        ([program, ...args]: readonly string[]) =>
        async (signature: string, text = body) => {
          const file = join(folder, 'body.json');
          await writeFile(file, text);
          return (await run(program!, [...args, file, signature, cpf], { cwd, env })).stdout;
        };
      const { compile, command: quicker } = compiled?.(folder) ?? { compile: undefined, command };
      if (compile !== undefined) {
        assert.equal(await verifyBy(command)(await sign()), 'match att_1\n');
        await run(compile[0], compile.slice(1), { cwd, env });
      }
      const verify = verifyBy(quicker);
      assert.equal(await verify(await sign()), 'match att_1\n');
      assert.equal(await verify(await sign({ isMatch: false })), 'no match att_1\n');

      const refused = { message: /refused: / };
      const unsigned = `${base64url.encode('{"alg":"none","typ":"confere-response+jwt","kid":"k"}')}.${(await sign()).split('.')[1]}.`;
      for (const signature of [
        await sign({ peopleId: '98765432100' }),
        await sign({ aud: 'cli_2' }),
        await sign({ iss: 'https://other.example' }),
        await sign({ environment: 'sandbox' }),
        await sign({ exp: Math.floor(Date.now() / 1_000) - 60 }),
        await sign({}, { key: stranger }),
        await sign({}, { typ: 'at+jwt' }),
        await sign({}, { kid: 'e' }),
        unsigned,
        'a.b',
      ]) {
        await assert.rejects(verify(signature), refused, signature);
      }
      await assert.rejects(verify(await sign(), `${body} `), refused);
    });
  }
});
