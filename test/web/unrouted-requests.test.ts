import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HttpError } from '../../src/web/errors.ts';
import { createNotFoundHandler } from '../../src/web/unrouted-requests.ts';

it('a CNPJ with its mask in an address is told to be without, and no other address is', () => {
  const answer = createNotFoundHandler([{ url: '/v1/companies/:companyId', methods: ['GET'] }]);
  const detailOf = (url: string): string | undefined => {
    try {
      return answer({ url, method: 'GET' } as never, {} as never);
    } catch (error) {
      assert.equal((error as HttpError).code, 'route_not_found');
      return (error as HttpError).detail;
    }
  };
  for (const url of [
    '/v1/companies/33.683.111/0002-80',
    '/v1/companies/12.ABC.345/01de-35/history?limit=1',
  ]) {
    assert.match(detailOf(url) ?? '', /no dots, slash or hyphen: 33683111000280/, url);
  }
  assert.equal(detailOf('/v1/companies/33683111000280/nothing'), undefined);
});

it('an address with percent-encoded letters is the address without', () => {
  const answer = createNotFoundHandler([{ url: '/faces/authenticate', methods: ['POST'] }]);
  const reply = {
    header: (name: string, value: string) => assert.deepEqual([name, value], ['allow', 'POST']),
  };
  for (const [url, code] of [
    ['/faces/%61uthenticate?', 'method_not_allowed'],
    ['/faces%2fauthenticate', 'route_not_found'],
    ['/faces/%ffuthenticate', 'route_not_found'],
  ]) {
    assert.throws(() => answer({ url, method: 'PUT' } as never, reply as never), { code });
  }
});
