import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

type StepKind = 'center' | 'left' | 'right' | 'up';

export type CaptureSession = {
  readonly id: string;
  code: string;
  consentVersion: string | undefined;
  state: string;
  extensions: number;
  readonly steps: StepKind[];
  readonly frames: { readonly step: number; readonly width: number; readonly bytes: number }[];
  /** Formats of the photo files that were taken. */
  readonly uploads: string[];
};

export type CaptureSessions = {
  /** Address that answers for both the service and its sessions. */
  readonly url: string;
  readonly sessions: ReadonlyMap<string, CaptureSession>;
  /** A new session and the link to it. */
  create(options?: SessionOptions): { readonly session: CaptureSession; readonly link: string };
  /** The operation is done, and the connection cut in place of its answer, or within it; once. */
  loseAnswer(operation: string, how?: 'whole' | 'half'): void;
  /** Every connection is cut until it is called with false. */
  cut(isCut: boolean): void;
  close(): Promise<void>;
};

type SessionOptions = {
  readonly locale?: 'pt-BR' | 'en';
  readonly purpose?: 'authenticate' | 'register' | 'check';
  readonly hasConsent?: boolean;
  readonly redirectUrl?: string;
  readonly outcome?: 'done' | 'try_again';
  readonly hint?: string;
  /** Asked for once more after the others, with the hint. */
  readonly repeat?: StepKind;
  readonly steps?: readonly StepKind[];
  readonly isEnded?: boolean;
  /** Of the session, in place of 90. */
  readonly seconds?: number;
  /** That a wish for more time gives, in place of 180. */
  readonly secondsMore?: number;
  /** Of each step, in place of 12. */
  readonly stepSeconds?: readonly number[];
  readonly alternative?: string;
  /** Colours of the screen that follow the steps, each with one frame. */
  readonly colours?: readonly string[];
  /** A photo file may take the place of the movements. */
  readonly isUploadAllowed?: boolean;
  /** Codes that the first photo files are refused with. */
  readonly refusedUploads?: readonly string[];
};

const framesPerStep = 3;
const finalStates = ['judging', 'abandoned', 'not_performed'];
const consentText =
  'As fotos do seu rosto são tratadas por Banco Exemplo S.A. para confirmar a sua identidade e prevenir fraudes. ' +
  'Elas são guardadas cifradas por 90 dias e depois apagadas. Você pode retirar o consentimento a qualquer momento.';

/**
 * The capture side of liveness sessions with their whole contract but the judging: codes work once, or again with the
 * same nonce, steps are told one by one, frames are refused out of turn. Everything else is handed on to the service at `pagesUrl`.
 */
export async function serveCaptureSessions(pagesUrl: string): Promise<CaptureSessions> {
  const sessions = new Map<string, CaptureSession>();
  const kept = new Map<
    string,
    {
      options: SessionOptions;
      begun: string;
      secret: string;
      watching: string;
      step: number;
      seen: Map<string, Buffer>;
      refusedUploads: string[];
      isRepeated: boolean;
    }
  >();
  let isCut = false;
  const losing = new Map<string, 'whole' | 'half'>();
  const server = createServer((request, response) => {
    if (isCut) return void request.socket.destroy();
    const match = /^\/v1\/liveness-sessions\/([\w-]+)\/([\w-]+)$/.exec(request.url ?? '');
    const lost = losing.get(match?.[2] ?? '');
    losing.delete(match?.[2] ?? '');
    if (lost === 'whole') response.end = () => response.destroy();
    if (lost === 'half') {
      response.end = (text?: unknown) => {
        response.write(String(text).slice(0, 20), () => response.destroy());
        return response;
      };
    }
    const answering =
      match === null ? handOn(pagesUrl, request, response) : answer(match[1]!, match[2]!, request, response);
    answering.catch((error: unknown) => refuse(response, 500, String(error)));
  });

  async function answer(id: string, operation: string, request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request);
    const [session, state] = [sessions.get(id), kept.get(id)];
    if (session === undefined || state === undefined)
      return refuse(response, 404, 'liveness_session_not_found');
    const { options } = state;
    const secret = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (options.isEnded === true) return refuse(response, 409, 'liveness_session_ended');
    if (operation === 'begin') {
      const { code, nonce } = JSON.parse(body.toString()) as { code: string; nonce: string };
      const isRepeated = session.state === 'started' && `${code} ${nonce}` === state.begun;
      if (!isRepeated) {
        if (code === '' || code !== session.code) return refuse(response, 401, 'liveness_code_invalid');
        session.code = '';
        session.state = 'started';
        state.secret = randomBytes(16).toString('hex');
        state.begun = `${code} ${nonce}`;
      }
      return succeed(response, 200, {
        secret: state.secret,
        state: session.state,
        purpose: options.purpose ?? 'authenticate',
        challenge: options.colours === undefined ? 'turns' : 'turns_and_light',
        operatorName: 'Banco Exemplo',
        consent: options.hasConsent === false ? null : { version: '2026-10', text: consentText },
        locale: options.locale ?? 'pt-BR',
        ...(options.redirectUrl === undefined ? {} : { redirectUrl: options.redirectUrl }),
        captureOrigins: [],
        alternative: options.alternative ?? null,
        isUploadAllowed: options.isUploadAllowed ?? false,
        extensionsLeft: 2,
        minFramesPerStep: 2,
        maxFrameBytes: 400_000,
        frameIntervalMs: 150,
        remainingSeconds: options.seconds ?? 90,
      });
    }
    const watches = operation === 'progress' && secret === state.watching;
    if (secret === '' || (secret !== state.secret && !watches)) {
      return refuse(response, 401, 'liveness_secret_invalid');
    }
    if (operation === 'progress') {
      const isFinished = finalStates.includes(session.state);
      const isUploaded = session.uploads.length > 0;
      return succeed(response, 200, { state: session.state, isFinished, isUploaded });
    }
    const isFinishedAgain = operation === 'finish' && session.state === 'judging';
    if (finalStates.includes(session.state) && !isFinishedAgain)
      return refuse(response, 409, 'liveness_session_ended');
    if (operation === 'cancel') {
      session.state = /cannot_move|cannot_see_light/.test(body.toString()) ? 'not_performed' : 'abandoned';
      return succeed(response, 200, { state: session.state });
    }
    if (operation === 'upload') {
      if (options.isUploadAllowed !== true) return refuse(response, 403, 'liveness_upload_refused');
      if (session.state !== 'started') return refuse(response, 409, 'liveness_session_ended');
      const refused = state.refusedUploads.shift();
      if (refused !== undefined) return refuse(response, 400, refused);
      if (options.hasConsent !== false && request.headers['x-consent-version'] !== '2026-10') {
        return refuse(response, 409, 'liveness_consent_missing');
      }
      session.consentVersion = request.headers['x-consent-version'] as string | undefined;
      session.uploads.push((await sharp(body).metadata()).format);
      session.state = 'not_performed';
      return succeed(response, 200, { state: session.state });
    }
    if (operation === 'more-time') {
      session.extensions += 1;
      const remainingSeconds = options.secondsMore ?? 180;
      return succeed(response, 200, { remainingSeconds, extensionsLeft: 2 - session.extensions });
    }
    if (operation === 'handover') {
      if (session.state !== 'started') return refuse(response, 409, 'liveness_handover_refused');
      session.code = randomBytes(16).toString('hex');
      [state.watching, state.secret, state.begun] = [state.secret, '', ''];
      return succeed(response, 200, {
        code: session.code,
        remainingSeconds: 300,
      });
    }
    const { colours = [] } = options;
    const received = session.frames.filter(({ step }) => step === state.step).length;
    const wanted = state.step > session.steps.length ? 1 : framesPerStep;
    if (operation === 'next') {
      const { consentVersion } = JSON.parse(body.toString() || '{}') as { consentVersion?: string };
      session.consentVersion ??= consentVersion;
      if (options.hasConsent !== false && session.consentVersion !== '2026-10') {
        return refuse(response, 409, 'liveness_consent_missing');
      }
      session.state = 'capturing';
      if (state.step === 0 || received >= wanted) state.step++;
      const colour = colours[state.step - 1 - session.steps.length];
      const kind = session.steps[state.step - 1] ?? (colour && 'light');
      const frames = colour === undefined ? framesPerStep : 1;
      const of = session.steps.length + colours.length;
      const remainingSeconds = options.stepSeconds?.[state.step - 1] ?? 12;
      const step = { number: state.step, of, kind, colour, frames, remainingSeconds };
      return succeed(response, 200, { step: kind === undefined ? null : step });
    }
    if (operation === 'frames') {
      const [step, index] = [
        Number(request.headers['x-frame-step']),
        String(request.headers['x-frame-index']),
      ];
      const key = `${step}/${index}`;
      const same = state.seen.get(key);
      if (same?.equals(body)) return succeed(response, 200, { step, received, wanted });
      if (step !== state.step || same !== undefined) return refuse(response, 409, 'liveness_frame_refused');
      const { width, format } = await sharp(body).metadata();
      if (format !== 'jpeg') return refuse(response, 400, 'image_unsupported');
      state.seen.set(key, body);
      session.frames.push({ step, width, bytes: body.length });
      return succeed(response, 200, { step, received: received + 1, wanted });
    }
    if (operation === 'finish') {
      if (state.step <= session.steps.length + colours.length)
        return refuse(response, 409, 'liveness_step_open');
      if (options.repeat !== undefined && !state.isRepeated) {
        state.isRepeated = true;
        session.steps.push(options.repeat);
        const { hint, seconds: remainingSeconds = 90 } = options;
        return succeed(response, 200, { outcome: 'repeat', hint, remainingSeconds });
      }
      session.state = 'judging';
      return succeed(response, 200, {
        outcome: options.outcome ?? 'done',
        ...(options.hint === undefined ? {} : { hint: options.hint }),
        ...(options.redirectUrl === undefined ? {} : { redirectUrl: options.redirectUrl }),
      });
    }
    return refuse(response, 404, 'route_not_found');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sessions,
    create(options = {}) {
      const id = `lvs_${randomBytes(8).toString('hex')}`;
      const session: CaptureSession = {
        id,
        code: randomBytes(16).toString('hex'),
        consentVersion: undefined,
        state: 'created',
        extensions: 0,
        steps: [...(options.steps ?? ['center', 'right', 'center', 'left', 'up'])],
        frames: [],
        uploads: [],
      };
      sessions.set(id, session);
      kept.set(id, {
        options,
        begun: '',
        secret: '',
        watching: '',
        step: 0,
        seen: new Map(),
        refusedUploads: [...(options.refusedUploads ?? [])],
        isRepeated: false,
      });
      return { session, link: `${url}/capture#s=${id}&c=${session.code}` };
    },
    loseAnswer: (operation, how = 'whole') => void losing.set(operation, how),
    cut(now) {
      isCut = now;
      if (now) server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handOn(pagesUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'accept-encoding': encoding = 'identity' } = request.headers;
  const { get } = await import('node:http');
  await new Promise<void>((resolve, reject) => {
    get(`${pagesUrl}${request.url}`, { headers: { 'accept-encoding': String(encoding) } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response).on('finish', resolve);
    }).on('error', reject);
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function succeed(response: ServerResponse, status: number, data: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ requestId: 'r', ...data }));
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ code, title: code, detail: code, status }));
}
