import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson, createRequestIdentities } from '../../src/platform/idempotency.ts';

const identities = createRequestIdentities(Buffer.alloc(32, 7));
const request = {
  clientId: 'cli_1',
  key: 'order-4711',
  asked: { cpf: '1', device: { model: 'x', os: 'y' } },
};

/** The same value with the members of every object in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, turned(member)]),
  );
}

describe('canonical JSON', () => {
  it('is the same for every order of members, and says what JSON says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(canonicalJson(turned(value)), canonicalJson(value));
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps lists in their order, and leaves out what is undefined', () => {
    assert.notEqual(canonicalJson([1, 2]), canonicalJson([2, 1]));
    assert.equal(canonicalJson({ b: undefined, a: [{ d: 1, c: 2 }] }), '{"a":[{"c":2,"d":1}]}');
    assert.throws(() => canonicalJson(undefined), TypeError);
  });
});

describe('the identity of a request', () => {
  it('is the same whatever the order of its fields', () => {
    const again = { ...request, asked: { device: { os: 'y', model: 'x' }, cpf: '1' } };
    assert.deepEqual(identities.identify(again), identities.identify(request));
  });

  it('differs by client and key, and by what was asked', () => {
    const { key, digest } = identities.identify(request);
    assert.notEqual(identities.identify({ ...request, clientId: 'cli_2' }).key, key);
    assert.notEqual(identities.identify({ ...request, key: 'order-4712' }).key, key);
    assert.notDeepEqual(identities.identify({ ...request, asked: { cpf: '2' } }).digest, digest);
    assert.notEqual(identities.hashKey('a', 'b c'), identities.hashKey('a b', 'c'));
  });

  it('is of the deployment, and holds nothing of what the client sent', () => {
    const { key } = identities.identify(request);
    assert.notEqual(createRequestIdentities(Buffer.alloc(32, 8)).identify(request).key, key);
    assert.match(key, /^[\w-]{43}$/);
  });
});
