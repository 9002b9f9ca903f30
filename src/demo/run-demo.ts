import { type Cpf, generateCpf, maskCpf } from '../platform/documents.ts';
import { areAllAsExpected, type Check, checkObservations } from './checks.ts';
import { cutDemoPhotos } from './demo-photos.ts';
import { drawHead, drawPrint } from './draw-head.ts';
import { createSendRequest, type Exchange, type RequestOptions, type SendRequest } from './exchange.ts';
import type { AttemptData, Comparison, DemoObservations, Refusal } from './observations.ts';
import { renderPage } from './render-page.ts';
import { type DemoService, type DemoServiceOptions, startDemoService } from './start-demo-service.ts';
import { comparePhoto, openImages, toDataAddress } from './steps/look-at-photos.ts';
import { performLivenessSession } from './steps/perform-liveness-session.ts';
import { getPhoneToken, prepareClients } from './steps/prepare-clients.ts';
import { verifySignedAnswer } from './steps/verify-signed-answer.ts';
import type { Transcript } from './transcript.ts';

/** Width and height of the photo that the frames are drawn from. */
const sessionPhotoPx = 960;

export type DemoReport = {
  readonly isAsExpected: boolean;
  /** Until the networks were loaded, their first conversion included, in milliseconds. */
  readonly startMs: number;
  readonly liveness: LivenessWorth;
  readonly exchanges: readonly Exchange[];
  readonly observations: DemoObservations;
  readonly checks: readonly Check[];
  /** One HTML file with the photos in it. */
  readonly page: string;
};

/**
 * Starts a service of its own, asks it over HTTP everything the main job needs, and checks the answers. The
 * service is stopped and its folder removed when this settles, also when `signal` ends it early.
 */
export async function runDemo(
  options: DemoServiceOptions & {
    readonly transcript: Transcript;
    /** Shows the report while the service still runs; it stops when this settles. */
    readonly present?: (report: DemoReport, service: DemoService) => Promise<void>;
  },
): Promise<DemoReport> {
  const { signal, transcript } = options;
  transcript.heading('Starting a service of its own in a temporary folder.');
  const startedAt = performance.now();
  const photos = await cutDemoPhotos();
  await using service = await startDemoService(options);
  const startMs = performance.now() - startedAt;
  transcript.line(`${service.url} is ready after ${(startMs / 1000).toFixed(1)} s`);

  const exchanges: Exchange[] = [];
  const send = createSendRequest({
    url: service.url,
    signal,
    onExchange(exchange) {
      exchanges.push(exchange);
      transcript.exchange(exchange);
    },
  });
  const liveness = await describeLiveness(send);

  transcript.heading(
    'Two clients: an app (mobile) and a back end (customer), made by the first administrator',
  );
  const { mobile, customer } = await prepareClients(send, service.firstAdmin);

  const [registeredPhoto, otherPhoto] = photos.sameWoman;
  const cpf = generateCpf();
  transcript.heading('The back end registers the face of a woman for a CPF');
  const registration = await registerPhoto(send, customer.token, cpf, registeredPhoto);

  transcript.heading(
    `The app sends four photos for the CPF ${maskCpf(cpf)}; its back end reads each attempt back`,
  );
  const phone = await getPhoneToken(send, mobile, cpf);
  const sent = [
    { photo: 'same woman, other day', isSameWoman: true, bytes: otherPhoto },
    ...photos.otherWomen
      .slice(0, 3)
      .map((bytes, index) => ({ photo: `other woman ${index + 1}`, isSameWoman: false, bytes })),
  ];
  const comparisons: Comparison[] = [];
  for (const one of sent)
    comparisons.push(await comparePhoto(send, { phone, backEnd: mobile.token }, cpf, one));
  transcript.comparisons(comparisons);

  transcript.heading('The first attempt as it was answered, and its two images');
  const attempt = comparisons[0]?.attempt;
  if (attempt !== undefined) transcript.fields(withoutDecision(attempt));
  const images =
    attempt === undefined
      ? []
      : await openImages(send, attempt, { registered: registeredPhoto, received: otherPhoto });

  transcript.heading('What has to be refused');
  const refusals = await tryRefusals(send, {
    mobileToken: mobile.token,
    customerToken: customer.token,
    cpf,
    unknownCpf: generateOtherCpf(cpf),
    photo: otherPhoto,
  });

  transcript.heading('A signed answer, verified with the published keys');
  const signedAnswer = await verifySignedAnswer(send, {
    client: mobile,
    phoneToken: phone,
    issuer: service.url,
    cpf,
    photo: otherPhoto,
  });

  transcript.fields({ ...signedAnswer.claims, peopleId: maskCpf(cpf) });

  transcript.heading(
    'Two liveness sessions, performed as a capture page does: the service asks for movements one by one',
  );
  // Not from the registered photo: frames that copy it count as a replay.
  const [, face] = (await cutDemoPhotos(sessionPhotoPx)).sameWoman;
  const session = { backEnd: mobile.token, phone, cpf };
  const performed = [
    await performLivenessSession(send, {
      ...session,
      camera: 'a drawn head',
      draw: (pose, seed) => drawHead(face, pose, seed),
    }),
    await performLivenessSession(send, {
      ...session,
      camera: 'a photo turned by hand',
      draw: (pose, seed) => drawPrint(face, pose, seed),
    }),
  ];
  const sessions = performed.map((one) => one.session);
  transcript.line('A drawn head is an injected camera: it passes, as the limits of the README say.');

  const observations = { registration, comparisons, refusals, images, signedAnswer, sessions };
  const checks = checkObservations(observations);
  transcript.heading('Checks');
  transcript.checks(checks);
  const page = await renderPage({
    registered: registeredPhoto,
    received: sent.map(({ bytes }) => bytes),
    frames: performed.map(({ shown }) => shown),
    observations,
    checks,
    livenessWorth: liveness.worth,
  });
  const isAsExpected = areAllAsExpected(checks);
  const report = { isAsExpected, startMs, liveness, exchanges, observations, checks, page };
  await options.present?.(report, service);
  return report;
}

/** Without the networks and thresholds that decided, which are long. */
function withoutDecision(attempt: AttemptData): object {
  return Object.fromEntries(Object.entries(attempt).filter(([name]) => name !== 'decision'));
}

function generateOtherCpf(cpf: string): ReturnType<typeof generateCpf> {
  for (;;) {
    const other = generateCpf();
    if (other !== cpf) return other;
  }
}

export type LivenessWorth = {
  readonly engine: string;
  /** The same in one sentence. */
  readonly worth: string;
};

/** Asks the service what judges liveness and says what that is worth. */
async function describeLiveness(send: SendRequest): Promise<LivenessWorth> {
  const { body } = await send('GET', '/readyz', {
    needs: 200,
    show: ({ status, database }) => ({ status, database }),
  });
  const { livenessEngine: engine } = body.models as { livenessEngine: string };
  return {
    engine,
    worth: `${engine} judges liveness from one photo: many prints and screens are noticed, and good ones pass. It is no proof.`,
  };
}

/** Registers the photo as the first reference of the CPF, the image itself being the body. */
async function registerPhoto(
  send: SendRequest,
  token: string,
  cpf: Cpf,
  photo: Uint8Array,
): Promise<DemoObservations['registration']> {
  const { status, body } = await send('PUT', `/v1/people/${cpf}/face`, {
    token,
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(photo),
    shownPath: `/v1/people/${maskCpf(cpf)}/face`,
    show: ({ id, references }) => ({ id, references }),
    needs: 201,
  });
  return { status, references: body.references };
}

/** Requests that have to be refused, each for one reason. */
async function tryRefusals(
  send: SendRequest,
  asked: {
    readonly mobileToken: string;
    readonly customerToken: string;
    readonly cpf: Cpf;
    readonly unknownCpf: Cpf;
    readonly photo: Uint8Array;
  },
): Promise<readonly Refusal[]> {
  const json = { peopleId: asked.cpf, imageUrl: toDataAddress(asked.photo) };
  const attempt = async (
    what: string,
    expectedStatus: number,
    expectedCode: string,
    options: RequestOptions,
  ): Promise<Refusal> => {
    const { status, body } = await send('POST', '/faces/authenticate', {
      ...options,
      note: what,
      show: ({ code, title }) => ({ code, title }),
    });
    return { what, expectedStatus, expectedCode, status, code: body.code };
  };
  return [
    await attempt('a CPF without a face', 404, 'face_not_registered', {
      token: asked.mobileToken,
      json: { ...json, peopleId: asked.unknownCpf },
    }),
    await attempt('no token', 400, 'access_token_missing', { json }),
    await attempt("the back end's token", 401, 'token_wrong_product', { token: asked.customerToken, json }),
  ];
}
