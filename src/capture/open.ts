import { fileURLToPath } from 'node:url';
import { accessModule } from '../access/module.ts';
import { imagesModule } from '../images/module.ts';
import { livenessModule } from '../liveness/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { createBuiltFiles } from '../platform/built-files.ts';
import { CaptureError } from './errors.ts';
import { readLogo } from './read-logo.ts';
import { getOperatorRoute } from './routes/get-operator.ts';
import { getPageRoutes } from './routes/get-page.ts';
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
    ...{ baseUrl, mobileBaseUrl },
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
