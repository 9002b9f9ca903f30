import { setTimeout as wait } from 'node:timers/promises';
import type { FirstInvitation } from '../accounts/index.ts';
import type { Config } from '../app.ts';
import type { TrialLink } from '../capture/index.ts';
import type { PeerRole, ServiceRole } from '../module.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { describeFirstAdmin } from './prepare-first-admin.ts';
import { startDuplicates, startFaceService } from './start-peer.ts';
import { type RunningService, startService } from './start-service.ts';

/**
 * Runs the service until SIGINT or SIGTERM, then stops it: open requests finish, running jobs return to the
 * queue. A second signal ends the process at once. Resolves when everything is closed. Rejects when the embedded
 * database has crashed: whoever watches the process starts it again.
 */
export async function runService(
  config: Config,
  log: Logger,
  role: ServiceRole = 'all',
  /** Takes the place of the lines that say where it listens. */
  onListening?: (service: RunningService) => Promise<void>,
): Promise<void> {
  const stopped = nextStopSignal();
  const starting = startService(config, {
    log,
    role,
    ...(onListening === undefined
      ? { showFirstAdmin: printFirstAdmin, showFirstInvitation: printFirstInvitation }
      : {}),
  });
  using _hangup = reloadAtHangup(starting, log);
  const service = await starting;
  try {
    const mobile = service.mobileUrl === service.url ? '' : ` and ${service.mobileUrl}`;
    if (onListening !== undefined) await onListening(service);
    else
      console.log(
        role === 'jobs'
          ? `Confere works in the background; health on ${service.url}`
          : `Confere listens on ${service.url}${mobile}, API reference at ${service.url}/docs/reference/`,
      );
    if (onListening === undefined && service.trial !== undefined) await printTrial(service.trial);
    const ended = Promise.race([stopped, service.crashed ?? stopped]);
    await drainWhenStopped(service, ended, { config, log }, () => service.drain());
  } finally {
    await stopInTime(service, { config, log });
  }
  log.info('stopped');
}

const peers = {
  faces: { start: startFaceService, does: 'analyses faces' },
  duplicates: { start: startDuplicates, does: 'searches the registered faces' },
} as const;

/** Runs a part that other processes ask until SIGINT or SIGTERM, then stops it as `runService` does. */
export async function runPeer(config: Config, log: Logger, role: PeerRole): Promise<void> {
  const stopped = nextStopSignal();
  const { start, does } = peers[role];
  const starting = start(config, log);
  using _hangup = reloadAtHangup(starting, log);
  const service = await starting;
  try {
    console.log(`Confere ${does} on ${service.url}`);
    await drainWhenStopped(service, stopped, { config, log });
  } finally {
    await stopInTime(service, { config, log });
  }
  log.info('stopped');
}

/** Tells when a part is ready, and waits for the signal; answers on for a while after SIGTERM: balancers learn late. */
async function drainWhenStopped(
  part: { readonly url: string; ready(): Promise<void> },
  stopped: Promise<NodeJS.Signals>,
  { config, log }: { readonly config: Config; readonly log: Logger },
  begin?: () => void,
): Promise<void> {
  const ready = part.ready().then(() => log.info({ url: part.url }, 'ready'));
  await Promise.race([ready, stopped]);
  const signal = await stopped;
  const { drainSeconds } = config.server;
  if (signal === 'SIGTERM' && drainSeconds > 0) {
    begin?.();
    log.info({ signal, drainSeconds }, 'draining');
    await wait(drainSeconds * 1_000);
  }
  log.info({ signal }, 'stopping');
}

/** After the time for requests and jobs: enough for whatever answers. */
const closingMs = 10_000;

/** Stops a part. A database that hangs would hold the process for minutes, and its connections for ever. */
async function stopInTime(
  part: { stop(): Promise<void> },
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<void> {
  setTimeout(() => {
    log.error('the stop took too long, and was cut');
    process.exit(1);
  }, config.server.shutdownTimeoutMs + closingMs).unref();
  await part.stop();
}

/**
 * Renews the certificates at SIGHUP until it is disposed of. One that comes during the start or the stop must not end
 * the process: systemd takes that for an orderly end, and starts no other.
 */
function reloadAtHangup(starting: Promise<{ reloadTls(): Promise<boolean> }>, log: Logger): Disposable {
  const reload = () =>
    void starting
      .then((part) => part.reloadTls())
      .then(
        (isReloaded) =>
          log.info(isReloaded ? 'certificate read anew' : 'SIGHUP: there is no certificate to read anew'),
        (error: unknown) =>
          log.error(
            { detail: error instanceof AppError ? error.detail : undefined },
            'the new certificate is not used',
          ),
      );
  process.on('SIGHUP', reload);
  return { [Symbol.dispose]: () => void process.off('SIGHUP', reload) };
}

/**
 * A terminal and systemd send one signal to the whole group, and a parent such as `bin/confere.js` passes its own on:
 * signals this soon after the first are the same.
 */
const sameSignalMs = 500;

/** The first SIGINT or SIGTERM. Soon after it Node's own handling is back: the next one ends the process. */
function nextStopSignal(): Promise<NodeJS.Signals> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      setTimeout(() => {
        for (const each of signals) process.off(each, onSignal);
      }, sameSignalMs).unref();
      resolve(signal);
    };
    for (const each of signals) process.on(each, onSignal);
  });
}

/** The credentials count as shown when standard output has taken the lines. */
async function printFirstAdmin(...shown: Parameters<typeof describeFirstAdmin>): Promise<void> {
  await print(`${describeFirstAdmin(...shown)}\n`);
}

async function printFirstInvitation({ link, email, expiresAt }: FirstInvitation): Promise<void> {
  await print(
    `Link for the first administrator's account in the console, shown this once.\nIt works once, until ${expiresAt.toISOString()}.\nSign in as ${email} unless you give another address there.\n  ${link}\n\n`,
  );
}

async function printTrial({ link, expiresAt }: TrialLink): Promise<void> {
  await print(
    `Try a liveness session with your own webcam, in a browser on this machine.\nThe address works once, until ${expiresAt.toISOString()}.\n  ${link}\n`,
  );
}

/** Resolves when standard output has taken the text. */
async function print(text: string): Promise<void> {
  const { stdout } = process;
  const ignore = () => {};
  stdout.on('error', ignore);
  try {
    await new Promise<void>((resolve, reject) => {
      stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    stdout.off('error', ignore);
  }
}
