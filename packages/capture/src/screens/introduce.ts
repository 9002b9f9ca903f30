import { make } from '../make.ts';
import type { Begun } from '../session-client.ts';
import type { Stage } from '../stage.ts';
import { phoneChoice } from './phone-choice.ts';

/** Who asks for photos, what for, and the text to agree with. */
export async function introduce(stage: Stage, begun: Begun): Promise<string> {
  const texts = stage.texts;
  const purpose = texts.purposes[begun.purpose as keyof typeof texts.purposes] ?? texts.purposes.check;
  const { consent } = begun;
  const box = make('input', { type: 'checkbox', id: 'agree' });
  const problem = make('p', { class: 'problem', role: 'alert', hidden: '' }, texts.mustAgree);
  box.addEventListener('change', () => {
    if (!box.checked) return;
    problem.hidden = true;
    box.removeAttribute('aria-invalid');
  });
  const content = [
    make('p', {}, purpose),
    make(
      'div',
      {},
      make('h2', {}, texts.howTitle),
      make(
        'ul',
        {},
        ...(begun.challenge === 'turns_and_light' ? texts.howWithLight : texts.how).map((each) =>
          make('li', {}, each),
        ),
      ),
    ),
    consent !== null &&
      make(
        'div',
        { class: 'consent' },
        make('h2', {}, texts.consentTitle),
        make(
          'div',
          { class: 'text', tabindex: '0', role: 'group', 'aria-label': texts.consentTitle },
          consent.text,
        ),
        make('label', { class: 'choice' }, box, make('span', {}, texts.agree)),
        problem,
      ),
  ];
  for (;;) {
    const choice = await stage.ask({
      title: texts.introTitle(begun.operatorName),
      content,
      choices: [
        { name: 'camera', label: texts.openCamera, look: 'main' },
        ...phoneChoice(stage, { step: undefined }),
        { name: 'cannot', label: texts.cannotTurn },
        { name: 'cancel', label: texts.cancel, look: 'quiet' },
      ],
      isKept: (name) => {
        // A phone asks by itself.
        if (name !== 'camera' || consent === null || box.checked) return false;
        problem.hidden = false;
        box.setAttribute('aria-invalid', 'true');
        box.focus();
        return true;
      },
    });
    if (choice !== 'cancel' && choice !== 'cannot') {
      stage.tell('started');
    }
    return choice;
  }
}
