import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { ConversionProcess } from '../../src/images/conversion-process.ts';
import { ImageError, inspectPhoto } from '../../src/images/index.ts';
import { createPhotoConverter } from '../../src/images/photo-converter.ts';
import { createPhoto } from './photos.ts';

const answering = { bytes: Uint8Array.of(0), maxPixels: 1 };
const silent = { bytes: Uint8Array.of(1), maxPixels: 1 };
const dying = { bytes: Uint8Array.of(2), maxPixels: 1 };
const stuck = { bytes: Uint8Array.of(3), maxPixels: 1 };
const busy = { bytes: Uint8Array.of(4), maxPixels: 1 };
const hasCode = (code: string) => (error: unknown) => error instanceof ImageError && error.code === code;

/*
 * Light grey (200 of 255) on the left, transparent on the right, 64 x 32, in the colours of HDR10 (ITU-T H.273: primaries
 * 9, transfer 16). Written by avifenc, since sharp writes no such description.
 */
const hdrOfTenBits =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA' +
  'AAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAB0QAAABoAAgAAAAEAAAG1AAAAHAAA' +
  'AEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVm' +
  'AAAAAAAAAA5hdXhsAAIAAQABAAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAAEAAAAAgAAAAEHBpeGkAAAAAAwoKCgAA' +
  'AAxhdjFDgSBAAAAAABNjb2xybmNseAAJABAACYAAAAAOcGl4aQAAAAABCgAAAAxhdjFDgQBcAAAAADhhdXhDAAAAAHVybjpt' +
  'cGVnOm1wZWdCOmNpY3A6c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAAA' +
  'Pm1kYXQSAAoGGBU//zqAMhAQAFQorvGxymBq1CeENnaAEgAKCTgVP/84SIBMgDILEoAAAEAAAOhmjYA=';
const hdrOfTwelveBits =
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAY1tZXRhAAAAAAAAAChoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA' +
  'bGliYXZpZgAAAAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAAHNAAAAGgACAAAAAQAAAbEAAAAcAAAAQmlp' +
  'bmYAAAAAAAIAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAABppbmZlAgAAAAACAABhdjAxQWxwaGEAAAAAGmlyZWYAAAAA' +
  'AAAADmF1eGwAAgABAAEAAADDaXBycAAAAJ1pcGNvAAAAFGlzcGUAAAAAAAAAQAAAACAAAAAQcGl4aQAAAAADDAwMAAAADGF2' +
  'MUOBQGAAAAAAE2NvbHJuY2x4AAkAEAAJgAAAAA5waXhpAAAAAAEMAAAADGF2MUOBQHwAAAAAOGF1eEMAAAAAdXJuOm1wZWc6' +
  'bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAeaXBtYQAAAAAAAAACAAEEAQKDBAACBAEFhgcAAAA+bWRh' +
  'dBIACgZYFT//PUAyEBAAoNP0x5mTUPJLAsvizd4SAAoJWBU//zoSIBMQMgsSgAAAQAAA6Ga/gA==';

test('a photo whose time is over may be sent again, and the next one has a new process', async (t) => {
  const process = openProcess(t, { timeoutMs: 8_000 });
  const { pid } = await ask(process);
  for (const request of [silent, stuck]) {
    await assert.rejects(process.convert(request, undefined), (error) => {
      assert.ok(error instanceof ImageError && error.code === 'image_conversion_busy');
      return error.retryAfterSeconds !== undefined;
    });
  }
  const next = await ask(process);
  assert.notEqual(next.pid, pid);
  await assertEnded(pid);
});

test('a photo that takes too much processor time is undecodable, and one that waits for the machine is not', {
  skip: process.platform !== 'linux' && 'only Linux tells it',
}, async (t) => {
  const patient = openProcess(t, { processorMs: 500, timeoutMs: 60_000 });
  await assert.rejects(patient.convert(busy, undefined), hasCode('image_undecodable'));
  await ask(patient);
  const hasty = openProcess(t, { processorMs: 60_000, timeoutMs: 8_000 });
  await assert.rejects(hasty.convert(stuck, undefined), hasCode('image_conversion_busy'));
});

test('a photo that kills its process is undecodable, and the next one is converted', async (t) => {
  const process = openProcess(t, {});
  await assert.rejects(process.convert(dying, undefined), hasCode('image_undecodable'));
  assert.ok((await ask(process)).pid > 0);
});

test('work whose client has gone is ended', async (t) => {
  const process = openProcess(t, {});
  const { pid } = await ask(process);
  const gone = new AbortController();
  const converting = process.convert(stuck, gone.signal);
  gone.abort();
  await assert.rejects(converting, hasCode('image_conversion_busy'));
  await assertEnded(pid);
});

test('the process is given no environment, stays for the next photo, and ends with the converter', async (t) => {
  const process = openProcess(t, {});
  const { pid, variables } = await ask(process);
  assert.equal((await ask(process)).pid, pid);
  assert.deepEqual(
    variables.filter((name) => /KEY|SECRET|URL|PATH|HOME/.test(name)),
    [],
  );
  process.close();
  await assertEnded(pid);
});

test('an AVIF of another size than its header says, and a damaged one, are undecodable', async (t) => {
  const converter = createPhotoConverter();
  t.after(() => converter.close());
  const avif = await createPhoto({ format: 'avif', width: 200, height: 100 });
  const sender = { clientId: 'cli_1', peopleId: '00000000191' };
  const { bytes, info } = await converter.convert(avif, inspectPhoto(avif), sender);
  assert.deepEqual([info.format, info.width, info.height], ['jpeg', 200, 100]);
  assert.equal((await sharp(bytes).metadata()).exif, undefined);
  const damaged = avif.subarray(0, avif.length / 2);
  for (const [photo, said] of [
    [damaged, inspectPhoto(avif)],
    [avif, { ...inspectPhoto(avif), width: 20 }],
  ] as const) {
    await assert.rejects(converter.convert(photo, said, sender), hasCode('image_undecodable'));
  }
});

for (const [bits, base64] of [
  [10, hdrOfTenBits],
  [12, hdrOfTwelveBits],
] as const) {
  test(`an AVIF of ${bits} bits in HDR (PQ) becomes eight bits, with grey behind its transparent half`, async (t) => {
    const converter = createPhotoConverter();
    t.after(() => converter.close());
    const avif = Buffer.from(base64, 'base64');
    const { depth, bitsPerSample, hasAlpha } = await sharp(avif).metadata();
    assert.deepEqual([depth, bitsPerSample, hasAlpha], ['ushort', bits, true]);
    const { bytes } = await converter.convert(avif, inspectPhoto(avif), {
      clientId: 'cli_1',
      peopleId: '00000000191',
    });
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, info.channels], [64, 32, 3]);
    const greyAt = (x: number) => data[(16 * info.width + x) * info.channels] as number;
    assert.ok(Math.abs(greyAt(8) - 200) <= 3, `the opaque half is ${greyAt(8)}`);
    assert.ok(Math.abs(greyAt(56) - 128) <= 3, `the transparent half is ${greyAt(56)}`);
  });
}

function openProcess(
  t: TestContext,
  options: { timeoutMs?: number; processorMs?: number },
): ConversionProcess {
  const process = new ConversionProcess({
    timeoutMs: 10_000,
    processorMs: 10_000,
    module: new URL('../support/scripted-convert-child.ts', import.meta.url),
    ...options,
  });
  t.after(() => process.close());
  return process;
}

async function ask(
  process: ConversionProcess,
): Promise<{ readonly pid: number; readonly variables: string[] }> {
  return JSON.parse(Buffer.from(await process.convert(answering, undefined)).toString());
}

async function assertEnded(pid: number): Promise<void> {
  for (let tries = 0; tries < 30_000; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('The process runs on');
}
