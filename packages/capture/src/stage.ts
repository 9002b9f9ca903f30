import { Camera } from './camera.ts';
import type { FaceFinder } from './guidance/find-face.ts';
import { make } from './make.ts';
import { styles } from './styles.ts';
import { type Texts, textsOf } from './texts.ts';

/** Events of the element. Each carries the session's id and nothing else: the verdict is for the back end. */
export type CaptureEventName = 'started' | 'step' | 'finished' | 'failed' | 'cancelled';
export type CaptureEventDetail = { readonly sessionId: string };

/** A button of a screen. */
export type Choice = { readonly name: string; readonly label: string; readonly look?: 'main' | 'quiet' };

const returnAfterMs = 4_000;

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

  constructor(host: HTMLElement) {
    this.#host = host;
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    root.append(make('div', { class: 'card' }, this.content, this.#live));
  }

  /** The way back to whoever sent the person, on the hosted page only: a page that embeds this goes on by itself. */
  wayBack({ redirectUrl }: { redirectUrl?: string }, goesAlone = false): HTMLElement[] {
    const texts = this.texts;
    if (!this.#host.hasAttribute('page')) return [];
    if (redirectUrl === undefined || !/^https?:/i.test(redirectUrl))
      return [make('p', { class: 'muted' }, texts.close)];
    const button = make('button', { type: 'button', class: 'main' }, goesAlone ? texts.goOn : texts.back);
    button.addEventListener('click', () => location.assign(redirectUrl));
    if (goesAlone) setTimeout(() => this.#host.isConnected && location.assign(redirectUrl), returnAfterMs);
    return [make('div', { class: 'actions' }, button)];
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
        button.addEventListener('click', () => {
          if (screen.isKept?.(name) !== true) resolve(name);
        });
        return button;
      });
      this.show({ ...screen, content: [...screen.content, make('div', { class: 'actions' }, ...buttons)] });
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
    this.content.replaceChildren(
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
  }

  /** Says something to screen readers; an urgent one also where the hint stands. */
  announce(text: string, isUrgent = false): void {
    this.#live.textContent = text;
    const hint = isUrgent ? this.content.querySelector('.hint') : null;
    if (hint !== null) hint.textContent = text;
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
    const detail: CaptureEventDetail = { sessionId: this.sessionId };
    this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
