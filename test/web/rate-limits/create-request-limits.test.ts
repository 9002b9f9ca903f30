import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressKey } from '../../../src/web/rate-limits/create-request-limits.ts';

describe('who is counted for a source address', () => {
  it('is an IPv4 address by itself, however it is written', () => {
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:c000:0207']) {
      assert.equal(addressKey(address), '192.0.2.7');
    }
    assert.notEqual(addressKey('64:ff9b::c000:207'), addressKey('64:ff9b::c000:208'));
  });

  it('is the first half of an IPv6 address', () => {
    for (const address of [
      '2001:db8:1:2::',
      '2001:DB8:1:2::7',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2::7%eth0',
    ]) {
      assert.equal(addressKey(address), '2001:db8:1:2::/64');
    }
    assert.equal(addressKey('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(addressKey('::1'), '0:0:0:0::/64');
    assert.notEqual(addressKey('2001:db8:1:3::7'), addressKey('2001:db8:1:2::7'));
  });

  it('is any other text as it is', () => {
    for (const text of ['', 'unknown', 'a:b', '1.2.3']) assert.equal(addressKey(text), text);
  });
});
