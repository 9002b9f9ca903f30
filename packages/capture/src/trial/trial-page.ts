import { make } from '../make.ts';
import { showResult } from './show-result.ts';
import { beginTrial, readChallenges, readTrial, TrialError, type TrialResult } from './trial-client.ts';
import { type TrialLanguage, trialTexts } from './trial-texts.ts';

const pollEveryMs = 1_000;
const keyName = 'confere-trial-key';
const languageName = 'confere-trial-language';
const openStates = ['created', 'started', 'capturing', 'judging'];

// Read once and removed at once: the code must stay neither in the history nor in what somebody copies.
const code = new URLSearchParams(location.hash.slice(1)).get('c');
history.replaceState(null, '', location.pathname);
if (code !== null) sessionStorage.removeItem(keyName);

const place = document.querySelector('#place') as HTMLElement;
let language: TrialLanguage =
  (sessionStorage.getItem(languageName) as TrialLanguage | null) ??
  (navigator.language.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en');
let draw = (): HTMLElement[] => [];

function show(screen: () => HTMLElement[]): void {
  draw = screen;
  document.documentElement.lang = language;
  const other = make('button', { type: 'button', class: 'language' }, trialTexts[language].other);
  other.addEventListener('click', () => {
    language = language === 'en' ? 'pt-BR' : 'en';
    sessionStorage.setItem(languageName, language);
    show(draw);
  });
  const content = draw();
  place.replaceChildren(other, ...content);
  const heading = place.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
  document.title = heading?.textContent ?? 'Confere';
}

function say(name: 'noCode' | 'refused' | 'elsewhere' | 'broken' | 'waiting'): void {
  show(() => {
    const { title, text } = trialTexts[language][name];
    return [make('h1', {}, title), make('p', {}, text)];
  });
}

async function offer(unused: string): Promise<void> {
  let challenges: readonly string[];
  try {
    challenges = await readChallenges();
  } catch (error) {
    return fail(error);
  }
  show(() => {
    const texts = trialTexts[language];
    const hasLight = challenges.includes('turns_and_light');
    const buttons = [
      startButton(unused, 'turns', texts.start),
      ...(hasLight ? [startButton(unused, 'turns_and_light', texts.startWithLight)] : []),
    ];
    return [
      make('h1', {}, texts.title),
      ...texts.intro.map((each) => make('p', {}, each)),
      ...(hasLight ? [make('p', {}, texts.light)] : []),
      ...buttons,
    ];
  });
}

/** Begins the session, and goes on to the capture page. */
function startButton(unused: string, challenge: string, label: string): HTMLElement {
  const button = make('button', { type: 'button' }, label);
  button.addEventListener('click', async () => {
    for (const each of place.querySelectorAll('button')) each.disabled = true;
    button.textContent = trialTexts[language].starting;
    try {
      const { captureUrl, key } = await beginTrial(unused, language, challenge);
      sessionStorage.setItem(keyName, key);
      location.assign(captureUrl);
    } catch (error) {
      fail(error);
    }
  });
  return button;
}

function fail(error: unknown): void {
  const { code: refusal } = error instanceof TrialError ? error : { code: 'none' };
  say(refusal === 'trial_code_invalid' ? 'refused' : refusal === 'trial_elsewhere' ? 'elsewhere' : 'broken');
}

async function follow(key: string): Promise<void> {
  say('waiting');
  for (;;) {
    try {
      const result: TrialResult = await readTrial(key);
      if (!openStates.includes(result.state)) {
        return show(() => showResult(result, trialTexts[language], language));
      }
    } catch (error) {
      return fail(error);
    }
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  }
}

const key = sessionStorage.getItem(keyName);
if (code !== null) void offer(code);
else if (key !== null) void follow(key);
else say('noCode');
addEventListener('hashchange', () => location.reload());
