import { abortWith, throwIfAborted } from './abort.ts';
import { type KeptSession, keepSession } from './keep-session.ts';
import type { LightColour } from './light-colours.ts';

/** A movement that the server asks for, or light of the screen. Left and right are those of the person. */
export type StepKind = 'center' | 'left' | 'right' | 'up' | 'light';

export type Step = {
  readonly number: number;
  readonly of: number;
  readonly kind: StepKind;
  /** Of light. */
  readonly colour?: LightColour;
  /** Stills to send. */
  readonly frames: number;
  /** The first stills of these that are to show the way to the pose; absent for steps without a turn. */
  readonly between?: number;
  /** Photos of it that the server has already: the page was reloaded. */
  readonly received: number;
  /** End of the step's time on this device's clock, in milliseconds. */
  readonly endMs: number;
};

export type Begun = {
  readonly secret: string;
  readonly state: string;
  readonly purpose: string;
  readonly challenge: 'turns' | 'turns_and_light';
  readonly operatorName: string;
  readonly consent: { readonly version: string; readonly text: string } | null;
  readonly locale: string;
  readonly redirectUrl?: string;
  /** Origins whose pages may embed the session. */
  readonly captureOrigins: readonly string[];
  /** The operator's words to people who cannot make the movements. */
  readonly alternative: string | null;
  /** True when a photo file may take the place of the movements. */
  readonly isUploadAllowed: boolean;
  readonly minFramesPerStep: number;
  readonly maxFrameBytes: number;
  readonly frameIntervalMs: number;
  readonly remainingSeconds: number;
  /** The number of times that the person may ask for more time. */
  readonly extensionsLeft: number;
};

export type Extended = {
  readonly extensionsLeft: number;
  /** The new end of the open step's time, as in `Step`. */
  readonly stepEndMs?: number;
};

/** The end of a session by a photo file. */
export type Uploaded = { readonly state: string; readonly redirectUrl?: string };

export type Finished = {
  /** `repeat`: the server has another step. */
  readonly outcome: 'done' | 'repeat' | 'try_again';
  /** Advice for the person, of every outcome but `done`. */
  readonly hint?: string;
  readonly redirectUrl?: string;
};

/** An answer of the server that is no success, or `connection_lost` when there was none until the time was over. */
export class SessionError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number) {
    super(code);
    this.name = 'SessionError';
    this.code = code;
    this.status = status;
  }
}

export type Connection = 'lost' | 'restored';

type SessionOptions = {
  /** Address of the service, without a slash at its end. */
  readonly server: string;
  readonly id: string;
  /** True where a reload of the tab goes on with the session. */
  readonly isKept: boolean;
  /** Of a begin that was asked for before the tab was reloaded. */
  readonly nonce: string | undefined;
  readonly onConnection: (connection: Connection) => void;
  readonly signal: AbortSignal;
};

type Call = {
  readonly method?: 'GET' | 'POST';
  readonly json?: unknown;
  readonly photo?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** Calls that nobody waits for are not repeated. */
  readonly isOnce?: boolean;
  /** Of one try, in place of the usual. */
  readonly longestMs?: number;
};

const passing = new Set([408, 425, 429, 502, 503, 504]);
const longestTryMs = 15_000;
/** A file from a phone has some megabytes. */
const longestUploadMs = 60_000;
const longestWaitMs = 4_000;
const longestBeginMs = 60_000;

/** The capture side of a liveness session. A lost connection is tried again until the session's time is over. */
export class SessionClient {
  readonly #options: SessionOptions;
  /** Lets this page, and no other, ask again for the answer that began the session. */
  readonly #nonce: string;
  #secret: string | undefined;
  #kept: KeptSession | undefined;
  #isResumed = false;
  #endMs = 0;
  #running = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#nonce = options.nonce ?? drawName();
  }

  /** Exchanges the code of the link for the session's secret. */
  async begin(code: string): Promise<Begun> {
    const { server, id } = this.#options;
    const nonce = this.#nonce;
    this.#endMs = Date.now() + longestBeginMs;
    this.#keep({ link: { server, id, code }, nonce, begun: undefined, endMs: this.#endMs });
    const begun = await this.#call<Begun>('begin', { json: { code, nonce, device: describeDevice() } });
    this.#secret = begun.secret;
    this.#endMs = endOf(begun.remainingSeconds);
    this.#keep({ begun, endMs: this.#endMs });
    return begun;
  }

  /** Goes on with a session that this tab began before it was reloaded. */
  resume(kept: KeptSession, begun: Begun): Begun {
    this.#secret = begun.secret;
    this.#endMs = kept.endMs;
    this.#kept = kept;
    this.#isResumed = true;
    return begun;
  }

  #keep(changes: Partial<KeptSession>): void {
    if (!this.#options.isKept) return;
    this.#kept = { ...(this.#kept as KeptSession), ...changes };
    keepSession(this.#kept);
  }

  /** Milliseconds that the session has left. */
  get leftMs(): number {
    return this.#endMs - Date.now();
  }

  /** True while an answer of the server is on its way: it may give more time, or end the session. */
  get isAsking(): boolean {
    return this.#running > 0;
  }

  /** Asks the server for more time. */
  async extend(): Promise<Extended> {
    const { extensionsLeft, remainingSeconds, stepRemainingSeconds } = await this.#call<{
      readonly extensionsLeft: number;
      readonly remainingSeconds: number;
      readonly stepRemainingSeconds?: number;
    }>('more-time', {});
    this.#endMs = endOf(remainingSeconds);
    const begun = this.#kept?.begun;
    if (begun !== undefined) {
      this.#keep({ endMs: this.#endMs, begun: { ...begun, extensionsLeft } });
    }
    return {
      extensionsLeft,
      ...(stepRemainingSeconds === undefined ? {} : { stepEndMs: endOf(stepRemainingSeconds) }),
    };
  }

  /** The next step, the open one again while it lacks photos, null after the last. The first call names the consent that the person gave, and what the picture comes from. */
  async next(
    known: {
      readonly consentVersion?: string | undefined;
      readonly camera?: string | undefined;
      readonly appVersion?: string | undefined;
    } = {},
  ): Promise<Step | null> {
    const { step } = await this.#call<{
      readonly step: (Omit<Step, 'endMs' | 'received'> & { readonly remainingSeconds: number }) | null;
    }>('next', { json: known });
    if (step === null) return null;
    const received = this.#isResumed && this.#kept?.step === step.number ? (this.#kept.received ?? 0) : 0;
    this.#keep({ step: step.number, received });
    return { ...step, received, endMs: endOf(step.remainingSeconds) };
  }

  /** The same photo may be sent again under its index. */
  async sendFrame(step: number, index: number, jpeg: Blob): Promise<{ received: number; wanted: number }> {
    const headers = { 'x-frame-step': String(step), 'x-frame-index': String(index) };
    try {
      const sent = await this.#call<{ received: number; wanted: number }>('frames', { photo: jpeg, headers });
      this.#keep({ step, received: sent.received });
      return sent;
    } catch (error) {
      // The reload came between a photo and its answer: the server has another one under this index.
      const isSent = error instanceof SessionError && error.code === 'liveness_frame_refused';
      if (!this.#isResumed || !isSent) throw error;
      this.#isResumed = false;
      return { received: index + 1, wanted: index + 2 };
    }
  }

  /** Ends the session with a photo file; the same file may be sent again. Names the consent that the person gave. */
  async upload(photo: Blob, consentVersion?: string): Promise<Uploaded> {
    const headers = consentVersion === undefined ? {} : { 'x-consent-version': consentVersion };
    return await this.#call('upload', { photo, headers, longestMs: longestUploadMs });
  }

  /** Ends the taking of photos, and answers the same when it had ended. A session that is to repeat a movement has new time for it. */
  async finish(): Promise<Finished> {
    const finished = await this.#call<Finished & { readonly remainingSeconds?: number }>('finish', {});
    if (finished.remainingSeconds !== undefined) {
      this.#endMs = endOf(finished.remainingSeconds);
      this.#keep({ endMs: this.#endMs });
    }
    return finished;
  }

  /**
   * Ends the session without a judgement. With a reason: because the person cannot do what is asked for. For the person it
   * has ended, also when the server does not answer, or refuses.
   */
  async cancel(reason?: 'cannot_move' | 'cannot_see_light'): Promise<void> {
    try {
      await this.#call('cancel', { json: reason && { reason }, isOnce: true });
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
    }
  }

  /** Gives the session away, to whoever opens it with the code first: a phone, or this tab when it is reloaded. */
  async handOver(): Promise<{ code: string; remainingSeconds: number }> {
    const { server, id } = this.#options;
    const given = await this.#call<{ code: string; remainingSeconds: number }>('handover', {});
    const { code, remainingSeconds } = given;
    this.#keep({ link: { server, id, code }, begun: undefined, endMs: endOf(remainingSeconds) });
    return given;
  }

  async progress(): Promise<{ state: string; isFinished: boolean; isUploaded: boolean }> {
    return await this.#call('progress', { method: 'GET', isOnce: true });
  }

  async #call<Data>(operation: string, call: Call): Promise<Data> {
    this.#running += 1;
    try {
      return await this.#tryUntilEnd(operation, call);
    } finally {
      this.#running -= 1;
    }
  }

  async #tryUntilEnd<Data>(operation: string, call: Call): Promise<Data> {
    let isLost = false;
    for (let attempt = 0; ; attempt++) {
      throwIfAborted(this.#options.signal);
      let failure: SessionError;
      let waitMs = Math.min(longestWaitMs, 400 * 2 ** attempt);
      try {
        const response = await this.#fetch(operation, call);
        const body = (await response.json().catch((error: unknown) => {
          // Cut off on its way.
          if (response.ok) throw error;
        })) as (Data & { code?: string }) | undefined;
        if (isLost) this.#options.onConnection('restored');
        isLost = false;
        if (response.ok && body !== undefined) return body;
        failure = new SessionError(body?.code ?? 'unexpected_answer', response.status);
        if (!passing.has(response.status)) throw failure;
        // A date counts for nothing: the clock may be wrong.
        waitMs = Math.max(waitMs, (Number(response.headers.get('retry-after')) || 0) * 1_000);
      } catch (error) {
        if (error instanceof SessionError) throw error;
        throwIfAborted(this.#options.signal);
        failure = new SessionError('connection_lost', 0);
        if (!isLost && call.isOnce !== true) this.#options.onConnection('lost');
        isLost = true;
      }
      if (call.isOnce === true || Date.now() + waitMs > this.#endMs) throw failure;
      await pause(waitMs, this.#options.signal);
    }
  }

  async #fetch(
    operation: string,
    { method = 'POST', json, photo, headers = {}, longestMs }: Call,
  ): Promise<Response> {
    const { server, id, signal } = this.#options;
    const body = photo ?? (json === undefined ? undefined : JSON.stringify(json));
    const trying = abortWith(signal);
    setTimeout(() => trying.abort(), longestMs ?? longestTryMs);
    return await fetch(`${server}/v1/liveness-sessions/${encodeURIComponent(id)}/${operation}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...headers,
        ...(body === undefined
          ? {}
          : { 'content-type': photo === undefined ? 'application/json' : photo.type }),
        ...(this.#secret === undefined ? {} : { authorization: `Bearer ${this.#secret}` }),
      },
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: trying.signal,
    });
  }
}

/** The end of a time on this device's clock. Only what is left is asked of the server: the clock may be wrong. */
function endOf(remainingSeconds: number): number {
  return Date.now() + remainingSeconds * 1_000;
}

function drawName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random name of this browser, so that the server can count the tries of one device. It says nothing else. */
function describeDevice(): { readonly id: string } {
  try {
    const id = localStorage.getItem('confere-device') ?? drawName();
    localStorage.setItem('confere-device', id);
    return { id };
  } catch {
    return { id: drawName() };
  }
}

/** Waits; at most until the browser is online again. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
