import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress, parseAllowance } from '../../../src/platform/outbound/address-rules.ts';

describe('isPublicAddress', () => {
  test('ordinary public addresses are public', () => {
    for (const address of [
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '192.169.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
      '2001:200::1',
      '2001:4860:4860::8888',
      '2606:4700::1111',
      '2804:14c::1',
      '3fff:1000::1',
    ]) {
      assert.equal(isPublicAddress(address), true, address);
    }
  });

  test('the first and the last address of every special block are refused', () => {
    for (const address of [
      ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
      ...['127.0.0.0', '127.255.255.255', '168.63.129.16', '169.254.0.0', '169.254.255.255'],
      ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.255', '192.0.2.0', '192.0.2.255'],
      ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.0', '192.168.255.255', '192.175.48.1'],
      ...['198.18.0.0', '198.19.255.255', '198.51.100.0', '203.0.113.255', '224.0.0.0', '255.255.255.255'],
      ...[
        '::',
        '::1',
        '::ffff:8.8.8.8',
        '::8.8.8.8',
        '64:ff9b::808:808',
        '64:ff9b:1::1',
        '100::1',
        '100:0:0:1::1',
      ],
      ...[
        '1fff:ffff::',
        '2001::1',
        '2001:2::1',
        '2001:1ff:ffff::1',
        '2001:db8::1',
        '2002::1',
        '2002:ffff::1',
      ],
      ...[
        '2620:4f:8000::1',
        '3ffe::1',
        '3fff::1',
        '3fff:fff:ffff::1',
        '4000::',
        '5f00::1',
        '7fff::',
        '8000::',
      ],
      ...['fc00::', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', 'ffff::'],
    ]) {
      assert.equal(isPublicAddress(address), false, address);
    }
  });

  test('what is not an IP address is not public', () => {
    for (const text of [
      '',
      'localhost',
      '1.2.3',
      '1.2.3.4.5',
      '0x7f.0.0.1',
      '1.1.1.1/8',
      '[2606::1]',
      ' 1.1.1.1',
    ]) {
      assert.equal(isPublicAddress(text), false, text);
    }
  });

  test('no IPv6 address outside 2000::/3 is ever public, however it is spelt', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.split(':')[0] || '0', 16);
        if (first < 0x2000 || first > 0x3fff) assert.equal(isPublicAddress(address), false);
      }),
    );
  });
});

describe('parseAllowance', () => {
  test('a range covers its addresses and no others, and no host names', () => {
    const allowance = parseAllowance(['10.1.0.0/16', 'fd00:1::/48', '127.0.0.1']);
    for (const address of ['10.1.0.0', '10.1.255.255', 'fd00:1::5', '127.0.0.1']) {
      assert.equal(allowance.allowsAddress(address), true, address);
    }
    for (const address of ['10.2.0.0', '10.0.255.255', 'fd00:1:1::', '127.0.0.2', '::ffff:10.1.0.1', 'x']) {
      assert.equal(allowance.allowsAddress(address), false, address);
    }
    assert.equal(allowance.allowsHost('10.1.0.0', 80), false);
  });

  test('a host matches whole and without regard to case, with its port if one is given', () => {
    const allowance = parseAllowance(['Photos.Intra', 'other.intra:80', '[fd00::7]:8080']);
    assert.equal(allowance.allowsHost('photos.intra', 1234), true);
    assert.equal(allowance.allowsHost('a.photos.intra', 1234), false);
    assert.equal(allowance.allowsHost('photos.intra.evil', 1234), false);
    assert.equal(allowance.allowsHost('other.intra', 80), true);
    assert.equal(allowance.allowsHost('other.intra', 8080), false);
    assert.equal(allowance.allowsHost('[fd00::7]', 8080), true);
    assert.equal(allowance.allowsHost('[fd00::7]', 443), false);
  });
});
