import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { accessModule } from '../access/module.ts';
import { imagesModule } from '../images/module.ts';
import { livenessModule } from '../liveness/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { createBuiltFiles } from '../platform/built-files.ts';
import { CaptureError } from './errors.ts';
import { getOperatorRoute, getPageRoutes } from './routes/get-page.ts';
import { trialRoutes } from './routes/trial.ts';
import type { captureSettings } from './settings.ts';
import { createTrial, isTrialOffered, type TrialLink } from './trial.ts';

/** Folder that `npm run build:capture` writes the page and its files to. */
const capturePath = fileURLToPath(new URL('../../packages/capture/dist/', import.meta.url));

/** Opens the page, as its last build left it. Without one the service runs, and says how to make it. */
export async function openCapture(context: ModuleContext<typeof captureSettings>) {
  const { log, use } = context;
  const { rulesOfClients } = use(accessModule);
  const { liveness } = use(livenessModule);
  const { imageLinks } = use(imagesModule);
  const files = createBuiltFiles(capturePath, {
    notBuilt: () => new CaptureError('capture_page_missing'),
    notFound: () => new CaptureError('capture_file_not_found'),
  });
  const trial = openTrial(context);
  const { accent, logoFile } = context.settings.capture;
  const operator = {
    ...use(livenessModule).operator,
    accent: accent ?? null,
    logo: logoFile === undefined ? null : await readLogo(logoFile),
  };
  return {
    parts: {
      /** A new address for the operator to print; undefined where none is offered, and without the built page. */
      offerTrial: async (): Promise<TrialLink | undefined> =>
        (await files.isBuilt()) ? trial?.offer() : undefined,
    },
    routes: [
      {
        on: ['mobile'],
        add(app) {
          getOperatorRoute(app, operator);
          getPageRoutes(app, { files, listOrigins: liveness.listOrigins });
          if (trial !== undefined) trialRoutes(app, { files, trial, imageLinks });
        },
      },
    ],
    // A page that embeds the element loads its modules from here.
    originsOfPath: (path) => (path.startsWith('/capture/') ? rulesOfClients.listAllOrigins() : undefined),
    start() {
      void files.isBuilt().then((isBuilt) => {
        if (!isBuilt) log.warn('the capture page is not built: run npm install && npm run build:capture');
      });
    },
  } satisfies OpenModule<unknown>;
}

function openTrial({
  config,
  settings,
  clock,
  baseUrl,
  mobileBaseUrl,
  use,
}: ModuleContext<typeof captureSettings>) {
  const { trialMinutes } = settings.capture;
  const { server, secrets, environment } = config;
  const isOffered = isTrialOffered({
    trialMinutes,
    listenHost: server.listen.host,
    baseUrl,
    mobileBaseUrl,
    hasMobileListener: server.mobileListen !== undefined,
    hasTls: server.tlsCertificateFile !== undefined,
    hasProxies: server.trustedProxies.length > 0,
    hasPostgres: secrets.databaseUrl !== undefined,
    isSandbox: environment.sandbox === 'on',
  });
  if (!isOffered) return undefined;
  const { trialSessions: sessions } = use(livenessModule);
  return createTrial({ sessions, clock, minutes: trialMinutes, pageUrl: `${mobileBaseUrl}/try` });
}

/** Of a file, so that the page of a phone stays small. */
const longestBytes = 65_536;

const kinds = [
  ['image/png', (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff'],
  ['image/svg+xml', (bytes: Buffer) => /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/.test(bytes.toString('utf8'))],
] as const;

/**
 * The operator's logo as a `data:` address: PNG, JPEG or SVG by its bytes, up to 64 KiB. Rejects with
 * `capture_logo_invalid`.
 */
async function readLogo(path: string): Promise<string> {
  const refuse = (detail: string, cause?: unknown) =>
    new CaptureError('capture_logo_invalid', { detail, cause });
  const bytes = await readFile(path).catch((error: unknown) => {
    throw refuse('The file cannot be read.', error);
  });
  const kind = kinds.find(([, isKind]) => isKind(bytes))?.[0];
  if (kind === undefined) throw refuse('The file is neither PNG nor JPEG nor SVG.');
  if (bytes.length > longestBytes) throw refuse('The file has more than 64 KiB.');
  return `data:${kind};base64,${bytes.toString('base64')}`;
}
