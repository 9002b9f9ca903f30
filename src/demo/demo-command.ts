import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import type { Application } from '../module.ts';
import { DemoError } from './errors.ts';
import { type DemoReport, runDemo } from './run-demo.ts';
import type { DemoService } from './start-demo-service.ts';
import { createTranscript, type Transcript } from './transcript.ts';

type Options = {
  readonly out: string;
  readonly json?: true;
  readonly keep?: true;
  readonly livenessThreshold?: string;
  readonly models?: string;
};

const cpfNote = 'The CPFs are made up by this program, at random with right check digits.';

export function demoCommand({ start }: Application): Command {
  return new Command('demo')
    .description(
      'Demonstrate the service on sample photos: starts a temporary service, sends real requests and checks every answer.',
    )
    .option('--out <file>', 'where to write the page with the pictures', 'confere-demo.html')
    .option('--keep', 'leave the service running and print how to sign in to its console; Ctrl-C ends it')
    .option('--json', 'print one JSON document on standard output')
    .option('--models <folder>', 'folder of face models to use, as MODELS_DIR')
    .option(
      '--liveness-threshold <probability>',
      'as FACE_LIVENESS_THRESHOLD; with 1 every photo counts as a fake and the checks fail',
    )
    .action(async (options: Options) => {
      const interruption = listenForInterruption();
      try {
        const isAsExpected = await show(start, options, interruption.signal);
        if (!isAsExpected) process.exitCode = 1;
        if (interruption.signal.aborted) console.error('\nThe service is stopped and its folder removed.');
      } catch (error) {
        if (!interruption.signal.aborted) throw error;
        console.error('\nInterrupted. The service is stopped and its folder removed.');
        process.exitCode = 130;
      } finally {
        interruption.stop();
      }
    });
}

async function show(start: Application['start'], options: Options, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  const file = resolve(options.out);
  const refuseFile = (cause: unknown) => {
    throw new DemoError('demo_picture_unwritable', { detail: file, cause });
  };
  // Before anything takes time.
  await access(dirname(file), constants.W_OK).catch(refuseFile);
  const transcript = createTranscript(
    options.json ? (line) => console.error(line) : (line) => console.log(line),
  );
  transcript.heading('Confere: is the person in this photo the one registered for this CPF?');
  transcript.line('Every line below is a real request over HTTP: request, status, milliseconds, answer.');
  transcript.line(`${cpfNote} The photos come with a package.`);

  const report = await runDemo({
    start,
    signal,
    livenessThreshold: options.livenessThreshold,
    modelsDir: options.models,
    transcript,
    async present(report, service) {
      await writeFile(file, report.page).catch(refuseFile);
      tell(report, {
        transcript,
        file,
        totalMs: performance.now() - startedAt,
        isJson: options.json === true,
      });
      if (options.keep !== true) return;
      transcript.heading(
        'The service keeps running, with what was registered here. Ctrl-C ends and removes it.',
      );
      for (const line of describeKept(service)) transcript.line(line);
      if (!signal.aborted) await once(signal, 'abort');
    },
  });
  return report.isAsExpected;
}

function describeKept({ url, firstInvitation, trial }: DemoService): string[] {
  return [
    `Console: ${url}/console`,
    ...(firstInvitation === undefined
      ? []
      : [
          `Sign in as its first administrator, once, until ${firstInvitation.expiresAt.toISOString()}:`,
          `  ${firstInvitation.link}`,
        ]),
    ...(trial === undefined
      ? []
      : [
          `Try a liveness session with your own webcam, once, until ${trial.expiresAt.toISOString()}:`,
          `  ${trial.link}`,
        ]),
    `API reference: ${url}/docs`,
  ];
}

/** Prints the end of the transcript, and the document when one is asked for. */
function tell(
  report: DemoReport,
  {
    transcript,
    file,
    totalMs,
    isJson,
  }: {
    readonly transcript: Transcript;
    readonly file: string;
    readonly totalMs: number;
    readonly isJson: boolean;
  },
): void {
  const differing = report.checks.filter(({ isAsExpected }) => !isAsExpected);
  transcript.heading(
    report.isAsExpected
      ? `Everything as expected: ${report.checks.length} checks, ${(totalMs / 1000).toFixed(1)} s in all.`
      : `${differing.length} of ${report.checks.length} checks differ from what was expected:`,
  );
  if (differing.length > 0) transcript.checks(differing);
  transcript.line(report.liveness.worth);
  transcript.line(`Page with the pictures, to open in a browser: ${file}`);
  if (isJson) console.log(JSON.stringify(toDocument(report, totalMs, file), null, 2));
}

function toDocument(report: DemoReport, totalMs: number, file: string): object {
  const { isAsExpected, startMs, liveness, exchanges, observations, checks } = report;
  return {
    isAsExpected,
    totalMs: Math.round(totalMs),
    startMs: Math.round(startMs),
    note: cpfNote,
    liveness,
    page: { file },
    exchanges: exchanges.map(({ request, status, durationMs, shown }) => ({
      request,
      status,
      durationMs: Math.round(durationMs),
      answer: shown,
    })),
    observations,
    checks,
  };
}

/** The first signal ends the demonstration with its cleaning up; a second one ends the process at once. */
function listenForInterruption(): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  for (const name of signals) process.on(name, interrupt);
  return {
    signal: controller.signal,
    stop() {
      for (const name of signals) process.off(name, interrupt);
    },
  };
}
