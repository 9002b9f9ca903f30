import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { TestContext } from 'node:test';

const types = { 1: 'A', 28: 'AAAA' } as const;

/** A name server of this machine that knows some names with their addresses; all others do not exist. Its address. */
export async function startNameServer(
  t: TestContext,
  names: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at]! > 0; at += query[at]! + 1) {
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    }
    const addresses = names[labels.join('.').toLowerCase()];
    const type = types[query.readUInt16BE(at + 1) as keyof typeof types];
    const found = (addresses ?? []).filter((address) => type === (isIPv6(address) ? 'AAAA' : 'A'));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(addresses === undefined ? 0x81_83 : 0x81_80, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found.length, 6);
    const answers = found.map((address) => {
      const data = isIPv6(address) ? toBytes(address) : Buffer.from(address.split('.').map(Number));
      const record = Buffer.from([0xc0, 12, 0, isIPv6(address) ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, data.length]);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

function toBytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - groups(left).length - groups(right).length }, () => '0');
  const hex = [...groups(left), ...zeros, ...groups(right)].map((group) => group.padStart(4, '0'));
  return Buffer.from(hex.join(''), 'hex');
}
