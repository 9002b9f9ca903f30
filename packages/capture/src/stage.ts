import { Camera } from './camera.ts';
import type { FaceFinder } from './guidance/find-face.ts';
import { forgetSession } from './keep-session.ts';
import { type LightColour, lightColours } from './light-colours.ts';
import { make } from './make.ts';
import { type Operator, textOn } from './read-operator.ts';
import type { Connection } from './session-client.ts';
import { styles } from './styles.ts';
import { tellEmbedder } from './tell-embedder.ts';
import { type Texts, textsOf } from './texts.ts';

/** Events of the element. Each carries the session's id and nothing else: the verdict is for the back end. */
export type CaptureEventName = 'started' | 'step' | 'finished' | 'failed' | 'cancelled';
export type CaptureEventDetail = { readonly sessionId: string };

/** A button of a screen. */
export type Choice = { readonly name: string; readonly label: string; readonly look?: 'main' | 'quiet' };

const returnAfterMs = 4_000;

/** Safari before 16.4 makes no style sheets of text. A content policy that allows no inline styles then allows `blob:`. */
function dress(root: ShadowRoot): void {
  if ('adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    return;
  }
  const href = URL.createObjectURL(new Blob([styles], { type: 'text/css' }));
  (root as ShadowRoot).append(make('link', { rel: 'stylesheet', href }));
}

/** The place where screens are shown one after the other: what they share, and how they speak to the person and the page. */
export class Stage {
  readonly camera = new Camera();
  readonly content = make('div');
  readonly #host: HTMLElement;
  readonly #live = make('p', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
  #finder: Promise<FaceFinder | undefined> | undefined;
  /** Undefined while it loads, and where it cannot run. */
  finder: FaceFinder | undefined;
  texts: Texts = textsOf(undefined).texts;
  sessionId = '';
  /** Undefined until the session has begun. */
  captureOrigins: readonly string[] | undefined;
  readonly #time = make('button', { type: 'button', 'data-choice': 'more-time', hidden: '' });
  readonly #notice = make('p', { class: 'notice', hidden: '' });
  readonly #light = make('div', { class: 'light', hidden: '' });
  readonly #card = make('div', { class: 'card' }, this.content, this.#live);
  #isWarned = false;
  #isLost = false;
  #giveTime: (() => Promise<number>) | undefined;
  isTimeOver = false;

  constructor(host: HTMLElement) {
    this.#host = host;
    const root = host.attachShadow({ mode: 'open' });
    root.append(this.#light, this.#card);
    dress(root);
    this.#time.addEventListener('click', () => void this.#askForTime());
  }

  /** The way back to whoever sent the person, on the hosted page only: a page that embeds this goes on by itself. */
  wayBack({ redirectUrl }: { redirectUrl?: string }, goesAlone = false): HTMLElement[] {
    const texts = this.texts;
    if (!this.#host.hasAttribute('page')) return [];
    if (redirectUrl === undefined || !/^https?:/i.test(redirectUrl))
      return [make('p', { class: 'muted' }, texts.close)];
    const target = new URL(redirectUrl);
    target.searchParams.set('livenessSessionId', this.sessionId);
    const button = make('button', { type: 'button', class: 'main' }, goesAlone ? texts.goOn : texts.back);
    button.addEventListener('click', () => location.assign(target));
    if (goesAlone) setTimeout(() => this.#host.isConnected && location.assign(target), returnAfterMs);
    return [make('div', { class: 'actions' }, button)];
  }

  /** Shows the operator's logo above every screen, and its colour on buttons. */
  dressAs({ name, accent, logo }: Operator): void {
    if (accent !== null) {
      this.#host.style.setProperty('--confere-accent', accent);
      this.#host.style.setProperty('--confere-accent-text', textOn(accent));
    }
    if (logo !== null) this.#card.prepend(make('img', { class: 'logo', src: logo, alt: name }));
  }

  get isTimeOffered(): boolean {
    return this.#giveTime !== undefined;
  }

  /** Shows a button on every screen with choices that asks for more time and says how many seconds there are; undefined takes it away. */
  offerTime(give: (() => Promise<number>) | undefined): void {
    this.#giveTime = give;
    this.#time.hidden = give === undefined;
  }

  /** Says on the screen, and to screen readers, that the time is nearly over. */
  warn(text: string): void {
    this.#isWarned = true;
    this.#tellTime(text);
  }

  #tellTime(text: string): void {
    this.#notice.textContent = text;
    this.#notice.hidden = false;
    this.announce(text);
  }

  /** The person has time, and it counts. */
  startTime(): void {
    this.isTimeOver = false;
  }

  /** Fills the window with a colour; undefined takes it away. */
  shine(colour: LightColour | undefined): void {
    this.#card.classList.toggle('lit', colour !== undefined);
    this.#light.hidden = colour === undefined;
    this.#light.style.background = colour === undefined ? '' : lightColours[colour];
  }

  /** Nothing depends on the person any more. */
  endTime(): void {
    this.isTimeOver = true;
    this.#isLost = false;
    this.#isWarned = false;
    this.offerTime(undefined);
  }

  async #askForTime(): Promise<void> {
    this.#time.disabled = true;
    try {
      const seconds = await this.#giveTime?.();
      this.#isWarned = false;
      if (seconds !== undefined && !this.isTimeOver) this.#tellTime(this.texts.moreTimeGiven(seconds));
    } catch {
      if (!this.isTimeOver) this.#tellTime(this.texts.moreTimeRefused);
    } finally {
      this.#time.disabled = false;
    }
  }

  /** Shows a screen and answers with the button that was pressed. */
  async ask(
    screen: {
      readonly title: string;
      readonly className?: string;
      readonly content: readonly (HTMLElement | false)[];
      readonly choices: readonly Choice[];
      /** True when the screen stays for that choice. */
      readonly isKept?: (name: string) => boolean;
    },
    listen?: (choose: (name: string) => void) => void,
  ): Promise<string> {
    return await new Promise((resolve) => {
      const buttons = screen.choices.map(({ name, label, look }) => {
        const button = make('button', { type: 'button', class: look ?? '', 'data-choice': name }, label);
        button.addEventListener('click', ({ detail }) => {
          // The second click of a double one meets the next screen: it would stop what the first began.
          if (detail > 1) return;
          if (screen.isKept?.(name) !== true) resolve(name);
        });
        return button;
      });
      if (!this.#isWarned) this.#notice.hidden = true;
      this.#time.textContent = this.texts.moreTime;
      const actions = make('div', { class: 'actions' }, this.#notice, ...buttons);
      // Beside the movement it has to be found at once; before it, after the choices that lead on.
      actions.insertBefore(this.#time, buttons[buttons.length - 1] ?? null);
      this.show({ ...screen, content: [...screen.content, actions] });
      listen?.(resolve);
    });
  }

  show({
    title,
    className = '',
    content = [],
  }: {
    readonly title: string;
    readonly className?: string;
    readonly content?: readonly (HTMLElement | false)[];
  }): void {
    const heading = make('h1', { tabindex: '-1' }, title);
    this.#live.textContent = '';
    const [first, ...rest] = content;
    const isCapture = className === 'capture';
    this.content.textContent = '';
    this.content.append(
      make(
        'div',
        { class: `screen ${className}` },
        isCapture && first,
        heading,
        !isCapture && first,
        ...rest,
      ),
    );
    heading.focus({ preventScroll: true });
    this.#host.scrollIntoView?.({ block: 'start' });
    if (this.#isLost) this.tellConnection('lost');
  }

  /** Shows that an answer is on its way; there is nothing to choose. */
  wait(title: string, text?: string): void {
    if (!this.#isWarned) this.#notice.hidden = true;
    this.show({ title, content: [text !== undefined && make('p', {}, text), this.#notice] });
  }

  /** Says that the connection is lost, on every screen until it is back. */
  tellConnection(connection: Connection): void {
    this.#isLost = connection === 'lost';
    this.announce(this.#isLost ? this.texts.connectionLost : this.texts.connectionBack, true);
  }

  /** Says something to screen readers; an urgent one also where the hint or the notice stands. */
  announce(text: string, isUrgent = false): void {
    this.#live.textContent = text;
    if (!isUrgent) return;
    const place = this.content.querySelector('.hint') ?? this.#notice;
    place.textContent = text;
    if (place === this.#notice) this.#notice.hidden = false;
  }

  speak(language: string): void {
    const chosen = textsOf(language);
    this.texts = chosen.texts;
    this.#host.lang = chosen.language;
    if (this.#host.hasAttribute('page')) document.documentElement.lang = chosen.language;
  }

  loadFinder(): void {
    this.#finder ??= import('./guidance/find-face.ts')
      .then(({ loadFaceFinder }) => loadFaceFinder())
      .catch(() => undefined);
    void this.#finder.then((finder) => {
      this.finder = finder;
    });
  }

  tell(name: CaptureEventName): void {
    if (name === 'finished' || name === 'failed' || name === 'cancelled') forgetSession();
    const detail: CaptureEventDetail = { sessionId: this.sessionId };
    this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    if (this.#host.hasAttribute('page')) tellEmbedder(name, this.sessionId, this.captureOrigins);
  }
}
