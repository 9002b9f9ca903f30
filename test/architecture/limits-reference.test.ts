import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { usualPhotoLimits } from '../../src/engine/photo-limits.ts';
import { captureLifetimeSeconds } from '../../src/faces/capture-photo.ts';
import { referenceQualityLimits } from '../../src/faces/refuse-poor-photo.ts';
import { maxListShrink } from '../../src/people/lists/put-list-in-service.ts';
import { rowLimits } from '../../src/people/rows/read-rows.ts';
import { usualExecutionLimits } from '../../src/profiles/profiles-deps.ts';
import { profilesSettings } from '../../src/profiles/settings.ts';
import { defaultCheckLimits } from '../../src/registry/import/verify-generation.ts';

const page = async (name: string) => await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const count = (value: number) => value.toLocaleString('en-US');

it('the page of limits has the figures of the limits without a setting', async () => {
  const text = await page('reference/limits.md');
  const executions = usualExecutionLimits;
  const { maxPartners } = profilesSettings.executions.properties as unknown as {
    maxPartners: { const: number };
  };
  for (const row of [
    `lifetime of an uploaded photo without an authentication | ${count(captureLifetimeSeconds)} seconds`,
    `search for a face in one photo | ${count(usualPhotoLimits.searchTimeoutMs)} ms of processor time`,
    `decoding one photo | ${count(usualPhotoLimits.decodingTimeoutSeconds)} seconds`,
    `one run of an execution | ${count(executions.runTimeoutSeconds)} seconds`,
    `longest wait between two runs | ${count(executions.maxRetryDelayMs)} ms`,
    `executions shown in a profile | ${count(executions.shownExecutions)}`,
    `partners of a company that one execution onboards | ${count(maxPartners.const)}`,
    `repeated tries of a source within one run | ${count(executions.sourcePolicy.retries)}`,
    `wait before the first repeated try | ${count(executions.sourcePolicy.retryDelayMs)} ms`,
    `failures in a row that open the circuit of a source | ${count(executions.sourcePolicy.breakerFailures)}`,
    `pause of a source with an open circuit | ${count(executions.sourcePolicy.breakerPauseMs)} ms`,
    `row of a data set or public list | ${count(rowLimits.maxRowBytes)} bytes`,
    `refused rows kept for one import of people or a list | ${count(rowLimits.maxRefusedRows)}`,
  ]) {
    assert.ok(text.includes(`\n| ${row} |\n`), row);
  }
});

it('the page of face quality has the limits of reference photos and attempts', async () => {
  const text = await page('reference/face-quality.md');
  const limits = referenceQualityLimits;
  const percent = (share: number) => `${share * 100} %`;
  for (const row of [
    `eyes closer than ${limits.minEyeDistancePx} pixels | closer than ${usualPhotoLimits.minEyeDistancePx}`,
    `sharpness under ${limits.minSharpness} | under ${usualPhotoLimits.minSharpness}`,
    `yaw or pitch over ${limits.maxYawDegrees} degrees`,
    `under ${percent(limits.minInsideShare)} of the face in the photo`,
    `mean grey under ${limits.minBrightness}`,
    `over ${percent(limits.maxOverexposedShare)} of the face overexposed`,
    `dynamic range under ${limits.minDynamicRangeBits} bits`,
    `visibility of the eyes under ${limits.minEyesVisibility}, of the mouth under ${limits.minMouthVisibility}`,
  ]) {
    assert.ok(text.includes(`| ${row} |`), row);
  }
  assert.equal(limits.maxPitchDegrees, limits.maxYawDegrees, 'the page names one figure');
});

it('the page of the registry has the limits of its checks', async () => {
  const text = await page('reference/registry.md');
  const limits = defaultCheckLimits;
  for (const [check, share] of [
    ['row_count_<table>', limits.rowCountDifference],
    ['refused', limits.refused],
    ['duplicates', limits.duplicates],
    ['replaced_characters', limits.replacedCharacters],
    ['short_partner_documents', limits.shortPartnerDocuments],
    ['orphan_codes_<kind>', limits.orphanCodes],
  ] as const) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${check}\``));
    assert.ok(row?.endsWith(`| ${share * 100} % |`), `${check}: ${row}`);
  }
  assert.match(text, new RegExp(`fewer\\s+than\\s+${count(limits.minimumRows)}\\s+rows`));
});

it('the page of person sources says what a public list may lose', async () => {
  assert.equal(maxListShrink, 1 / 5);
  assert.match(await page('guides/person-sources.md'), /A list may lose a fifth of its entries/);
});
