import { abortWith } from './abort.ts';
import { CameraError } from './camera.ts';
import { findObstacle } from './find-obstacle.ts';
import { giveTime } from './give-time.ts';
import { recallSession } from './keep-session.ts';
import { readLink, serverOf, toAddress } from './read-link.ts';
import { readOperator } from './read-operator.ts';
import { explainCamera } from './screens/explain-camera.ts';
import { handOver } from './screens/hand-over.ts';
import { introduce } from './screens/introduce.ts';
import { nameOtherBrowser } from './screens/name-other-browser.ts';
import {
  askForRepeat,
  cancelSession,
  confirmStop,
  showFailure,
  showOutcome,
  stopForMovement,
} from './screens/outcomes.ts';
import { prepare } from './screens/prepare.ts';
import { showSteps } from './screens/show-steps.ts';
import { showUploaded, uploadFile } from './screens/upload-file.ts';
import { warnOfLight } from './screens/warn-of-light.ts';
import { type Begun, type Finished, SessionClient, SessionError } from './session-client.ts';
import { Stage } from './stage.ts';
import { nothingTaken } from './take-photos.ts';
import { isFramed } from './tell-embedder.ts';

export type { CaptureEventDetail, CaptureEventName } from './stage.ts';

/**
 * `<confere-capture link="...">`: takes the photos of one liveness session. Attributes: `link` (the session's
 * `captureUrl`), or `session`, `code` and `server`; `language` (`pt-BR`, `en`; the session's own unless given).
 * Custom properties `--confere-accent`, `--confere-surface`, ... set its colours.
 */
export class ConfereCapture extends HTMLElement {
  readonly #stage = new Stage(this);
  #run: AbortController | undefined;

  /** Another session begins when they change. */
  static readonly observedAttributes = ['link', 'session', 'code', 'server'];

  connectedCallback(): void {
    // Moved to another place of the page, it goes on.
    if (this.#run === undefined) this.#begin();
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (this.#run === undefined || before === now) return;
    this.#end();
    this.#begin();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  #begin(): void {
    const run = new AbortController();
    this.#run = run;
    this.#stage.speak(this.getAttribute('language') ?? navigator.language);
    queueMicrotask(() => {
      if (!run.signal.aborted) void this.#start(run.signal);
    });
  }

  /** Ends the camera and all requests. The session stays as it is on the server, and expires. */
  #end(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#stage.endTime();
    this.#stage.camera.stop();
  }

  async #start(signal: AbortSignal): Promise<void> {
    const isPage = this.hasAttribute('page');
    const named = readLink(this);
    // The page was reloaded, or its link opened again: this tab may have the session under way.
    const kept = isPage ? recallSession(named) : undefined;
    const link = kept?.link ?? named;
    const operator = isPage ? readOperator(link?.server ?? serverOf(location)) : Promise.resolve(undefined);
    void operator.then((known) => known && this.#stage.dressAs(known));
    let begun: Begun | undefined;
    this.#stage.sessionId = link?.id ?? '';
    const client =
      link &&
      new SessionClient({
        ...link,
        isKept: isPage,
        nonce: kept?.nonce,
        signal,
        onConnection: (connection) => this.#stage.tellConnection(connection),
      });
    try {
      this.#stage.wait(this.#stage.texts.loading);
      const obstacle = findObstacle();
      // The code stays in the address of a browser that cannot use it: its menu may open another one.
      if (obstacle !== undefined && link !== undefined) {
        if (obstacle === 'old') this.#stage.tell('failed');
        await nameOtherBrowser(this.#stage, obstacle, toAddress(link));
      }
      // It must stay neither in the history nor in what somebody copies. In a frame the query stays: without it the
      // server lets no page frame the one that a reload, or a way back through the history, asks for.
      if (isPage) history.replaceState(null, '', location.pathname + (isFramed() ? location.search : ''));
      if (this.hasAttribute('misplaced')) {
        this.#stage.captureOrigins = [];
        throw new SessionError('page_misplaced', 403);
      }
      if (client === undefined || link === undefined) throw new SessionError('link_incomplete', 410);
      begun = kept?.begun === undefined ? await client.begin(link.code) : client.resume(kept, kept.begun);
      const isUnderWay = kept?.step !== undefined;
      this.#stage.speak(this.getAttribute('language') ?? begun.locale);
      this.#stage.captureOrigins = begun.captureOrigins;
      // The page was reloaded while a photo file was on its way.
      if (kept?.begun !== undefined && !isUnderWay && (await isUploaded(client))) {
        return showUploaded(this.#stage, begun);
      }
      await this.#captureInTime(client, link, begun, signal, isUnderWay);
    } catch (error) {
      if (signal.aborted) return;
      await showFailure(this.#stage, error, begun, operator);
    } finally {
      if (!signal.aborted) this.#stage.camera.stop();
    }
  }

  /** Rejects when the time of the session is over, whatever the screen waits for. */
  async #captureInTime(
    client: SessionClient,
    link: { server: string; id: string },
    begun: Begun,
    signal: AbortSignal,
    isUnderWay: boolean,
  ): Promise<void> {
    const over = abortWith(signal);
    let onOver = () => {};
    const late = new Promise<never>((_, reject) => {
      onOver = () => reject(new SessionError('liveness_session_ended', 410));
    });
    const capturing = this.#capture(client, link, begun, over.signal, onOver, isUnderWay);
    try {
      await Promise.race([capturing, late]);
    } finally {
      over.abort();
    }
  }

  async #capture(
    client: SessionClient,
    link: { server: string; id: string },
    begun: Begun,
    signal: AbortSignal,
    onOver: () => void,
    /** True when photos were taken before the page was reloaded. */
    isUnderWay: boolean,
  ): Promise<void> {
    const taken = nothingTaken();
    giveTime(this.#stage, client, begun, taken, signal, onOver);
    if (isUnderWay) {
      const finished = await finishIfTaken(client);
      if (finished !== undefined && finished.outcome !== 'repeat')
        return showOutcome(this.#stage, begun, finished);
    }
    let isIntroduced = isUnderWay;
    let place = isUnderWay ? 'camera' : await introduce(this.#stage, begun);
    let isWarned = begun.challenge !== 'turns_and_light';
    for (;;) {
      if (place === 'cancel') return await cancelSession(this.#stage, client, begun);
      if (place === 'phone') {
        place = await handOver(this.#stage, client, link, begun, signal);
        if (place === 'upload') giveTime(this.#stage, client, begun, taken, signal, onOver);
        if (place === 'here') {
          giveTime(this.#stage, client, begun, taken, signal, onOver);
          place = await introduce(this.#stage, begun);
          continue;
        }
      }
      if (place === 'upload') place = await uploadFile(this.#stage, client, begun);
      if (place === 'ended') return;
      if (place === 'cannot' || place === 'cannot-light') {
        if (await confirmStop(this.#stage)) {
          const reason = place === 'cannot' ? 'cannot_move' : 'cannot_see_light';
          return await stopForMovement(this.#stage, client, begun, reason);
        }
        place = isIntroduced ? 'camera' : await introduce(this.#stage, begun);
        continue;
      }
      if (place === 'cancel') continue;
      isIntroduced ||= place === 'camera';
      if (place === 'camera' && !isWarned) {
        place = await warnOfLight(this.#stage);
        if (place === 'no-light') place = 'cannot-light';
        isWarned = place === 'camera';
        if (!isWarned) continue;
      }
      try {
        place = await prepare(this.#stage, taken, signal);
        if (place !== 'go') continue;
        place = await showSteps(this.#stage, client, begun, taken, signal);
        if (place !== 'taken') continue;
        this.#stage.endTime();
        this.#stage.camera.stop();
        this.#stage.wait(this.#stage.texts.checkingTitle, this.#stage.texts.checkingText);
        const finished = await client.finish();
        if (finished.outcome !== 'repeat') return showOutcome(this.#stage, begun, finished);
        giveTime(this.#stage, client, begun, taken, signal, onOver);
        place = await askForRepeat(this.#stage, finished);
      } catch (error) {
        if (!(error instanceof CameraError) || signal.aborted) throw error;
        place = await explainCamera(this.#stage, error.problem, begun, taken);
      }
    }
  }
}

/** True when the server has a photo file in place of the movements; a server that does not answer is asked later. */
async function isUploaded(client: SessionClient): Promise<boolean> {
  try {
    return (await client.progress()).isUploaded;
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return false;
  }
}

/** The outcome of a session whose photos are all taken; undefined while some are missing. */
async function finishIfTaken(client: SessionClient): Promise<Finished | undefined> {
  try {
    return await client.finish();
  } catch (error) {
    if (!(error instanceof SessionError) || error.code !== 'liveness_step_open') throw error;
    return undefined;
  }
}

if (!customElements.get('confere-capture')) customElements.define('confere-capture', ConfereCapture);
