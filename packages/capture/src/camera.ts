/** Reasons why there is no camera picture, as far as browsers tell them. */
export type CameraProblem = 'not_allowed' | 'not_found' | 'not_readable' | 'not_supported' | 'stopped';

export class CameraError extends Error {
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem) {
    super(problem);
    this.name = 'CameraError';
    this.problem = problem;
  }
}

const longestSidePx = 960;
/** A track that is muted after an interruption comes back by itself within this time, or is opened again. */
const unmutedWithinMs = 1_000;

/**
 * The camera: its stream, its choice, stills of it. A phone call or another app takes the picture away: once the page is
 * back, the picture goes on, or the same camera is opened again.
 */
export class Camera {
  readonly video: HTMLVideoElement;
  readonly #picture = document.createElement('canvas');
  #stream: MediaStream | undefined;
  #onStopped: () => void = () => undefined;
  #lock: WakeLockSentinel | undefined;
  #reviving = Promise.resolve();
  /** Grows when the camera is stopped: a picture that was asked for before is no longer wanted. */
  #stops = 0;

  constructor() {
    this.video = document.createElement('video');
    this.video.muted = true;
    this.video.playsInline = true;
    this.video.setAttribute('aria-hidden', 'true');
  }

  readonly #onReturn = () => {
    this.#stayAwake();
    this.#reviving = this.#reviving.then(() => this.#revive());
  };

  /** Keeps the screen on while the camera is open: whoever turns the head touches nothing. Behind another app it ends. */
  #stayAwake(): void {
    const stops = this.#stops;
    if (document.visibilityState !== 'visible') return;
    void navigator.wakeLock?.request('screen').then(
      (lock) => {
        if (stops !== this.#stops) return void lock.release();
        this.#sleep();
        this.#lock = lock;
      },
      // Not in this browser or frame, or with an empty battery.
      () => undefined,
    );
  }

  #sleep(): void {
    void this.#lock?.release();
    this.#lock = undefined;
  }

  /** Opens a camera, the one that faces the person unless an id is given. Rejects with a {@link CameraError}. */
  async open(deviceId?: string): Promise<void> {
    this.stop();
    if (navigator.mediaDevices?.getUserMedia === undefined) throw new CameraError('not_supported');
    const stops = this.#stops;
    try {
      await this.#start(deviceId);
      this.#stayAwake();
      document.addEventListener('visibilitychange', this.#onReturn);
      window.addEventListener('pageshow', this.#onReturn);
    } catch (error) {
      if (stops === this.#stops) this.stop();
      throw new CameraError(toProblem(error));
    }
  }

  async #start(deviceId: string | undefined): Promise<void> {
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
    const which = deviceId === undefined ? { facingMode: 'user' } : { deviceId: { exact: deviceId } };
    const stops = this.#stops;
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...size } });
    if (stops !== this.#stops) {
      for (const track of stream.getTracks()) track.stop();
      throw new CameraError('stopped');
    }
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = stream;
    const [track] = stream.getVideoTracks();
    track?.addEventListener('unmute', this.#onReturn);
    track?.addEventListener('ended', () => {
      // Behind another app nothing is lost yet.
      if (this.#stream === stream && document.visibilityState === 'visible') this.#onStopped();
    });
    this.video.srcObject = stream;
    await this.video.play();
  }

  async #revive(): Promise<void> {
    const stream = this.#stream;
    const [track] = stream?.getVideoTracks() ?? [];
    if (track === undefined || document.visibilityState !== 'visible') return;
    try {
      if (track.muted) await new Promise((resolve) => setTimeout(resolve, unmutedWithinMs));
      if (this.#stream !== stream) return;
      if (track.muted || track.readyState === 'ended') await this.#start(track.getSettings().deviceId);
      else if (this.video.paused) await this.video.play();
    } catch {
      if (this.#stream === stream) this.#onStopped();
    }
  }

  /** Calls back when the camera ends by itself: unplugged, or taken back by the system for good. */
  onStopped(callback: () => void): void {
    this.#onStopped = callback;
  }

  get isOpen(): boolean {
    return this.#stream?.getVideoTracks()[0]?.readyState === 'live';
  }

  /** True while the person can look at the page and sees what the camera sees now. */
  get isShown(): boolean {
    const isMuted = this.#stream?.getVideoTracks()[0]?.muted ?? true;
    return this.isOpen && !isMuted && this.video.videoWidth > 0 && document.visibilityState === 'visible';
  }

  /** True when the picture is shown as in a mirror: always but for a camera that looks away from the person. */
  get isMirrored(): boolean {
    return this.#stream?.getVideoTracks()[0]?.getSettings().facingMode !== 'environment';
  }

  get deviceId(): string | undefined {
    return this.#stream?.getVideoTracks()[0]?.getSettings().deviceId;
  }

  /** The name that the browser has for it; empty without one. */
  get label(): string {
    return this.#stream?.getVideoTracks()[0]?.label ?? '';
  }

  async list(): Promise<MediaDeviceInfo[]> {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput');
  }

  /** The present picture, until the next is kept. It has no width while the camera shows none. */
  keepPicture(): HTMLCanvasElement {
    const [picture, { videoWidth, videoHeight }] = [this.#picture, this.video];
    // To set a size takes new memory, also when it is the same.
    if (picture.width !== videoWidth) picture.width = videoWidth;
    if (picture.height !== videoHeight) picture.height = videoHeight;
    picture.getContext('2d')?.drawImage(this.video, 0, 0);
    return picture;
  }

  /** A JPEG of a picture that was kept: not mirrored, at most 960 pixels on its longer side. */
  async takeStill(picture: HTMLCanvasElement, maxBytes: number): Promise<Blob> {
    const canvas = document.createElement('canvas');
    let scale = Math.min(1, longestSidePx / Math.max(picture.width, picture.height));
    for (const quality of [0.9, 0.8, 0.7, 0.7]) {
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      const context = canvas.getContext('2d');
      if (context === null || canvas.width === 0) throw new CameraError('not_readable');
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
      if (jpeg === null) throw new CameraError('not_readable');
      if (jpeg.size <= maxBytes) return jpeg;
      if (quality === 0.7) scale *= 0.6;
    }
    throw new CameraError('not_readable');
  }

  stop(): void {
    this.#stops += 1;
    this.#sleep();
    document.removeEventListener('visibilitychange', this.#onReturn);
    window.removeEventListener('pageshow', this.#onReturn);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
    this.video.srcObject = null;
  }
}

function toProblem(error: unknown): CameraProblem {
  switch ((error as { name?: string }).name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'not_allowed';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'not_found';
    default:
      return 'not_readable';
  }
}
