/** The words of the page where an operator tries a session. */
export type TrialTexts = {
  readonly other: string;
  readonly title: string;
  readonly intro: readonly string[];
  readonly start: string;
  readonly startWithLight: string;
  /** Said where the light of the screen is offered. */
  readonly light: string;
  readonly starting: string;
  readonly noCode: { readonly title: string; readonly text: string };
  readonly refused: { readonly title: string; readonly text: string };
  readonly elsewhere: { readonly title: string; readonly text: string };
  readonly broken: { readonly title: string; readonly text: string };
  readonly waiting: { readonly title: string; readonly text: string };
  readonly outcomes: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
  readonly score: (probability: string) => string;
  readonly engine: (name: string) => string;
  readonly reasonsTitle: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly stepsTitle: string;
  readonly step: (number: number, movement: string, isFulfilled: boolean | undefined) => string;
  readonly movements: Readonly<Record<string, string>>;
  readonly turned: (yaw: string, pitch: string) => string;
  readonly frame: (index: number) => string;
  readonly worthTitle: string;
  readonly worth: string;
  readonly again: string;
};

const english: TrialTexts = {
  other: 'Português',
  title: 'Try a liveness session with your webcam',
  intro: [
    'Next you see the capture page as your users see it. It asks for a few movements of the head. The verdict comes afterwards, here.',
    'The session belongs to nobody. It registers no face, and no authentication can use it.',
    'The photos stay on this machine, encrypted. They are deleted after 24 hours.',
  ],
  start: 'Open the capture page',
  startWithLight: 'Open it with the light of the screen',
  light:
    'With the light of the screen, the whole page shows six slow colours after the movements. It needs a room that is not bright.',
  starting: 'Opening…',
  noCode: {
    title: 'The address is not complete',
    text: 'Open the whole address that the service printed when it started.',
  },
  refused: {
    title: 'This address no longer works',
    text: 'It was used, its time is over, or the service was started anew. Start the service again: it prints another one.',
  },
  elsewhere: {
    title: 'Only on this machine',
    text: 'Open the printed address in a browser on the machine that runs the service.',
  },
  broken: {
    title: 'The service does not answer',
    text: 'Look at its log. If it runs, reload this page.',
  },
  waiting: {
    title: 'Waiting for the verdict…',
    text: 'The session goes on in the capture page. This page shows the verdict as soon as there is one.',
  },
  outcomes: {
    passed: {
      title: 'Passed: a living person',
      text: 'A back end reads this verdict. The capture page never shows it.',
    },
    failed: {
      title: 'Failed',
      text: 'The capture page only says “try again”. The reasons are for your staff.',
    },
    expired: { title: 'Expired', text: 'The time of the session was over before its last photo.' },
    abandoned: { title: 'Cancelled', text: 'You cancelled the session in the capture page.' },
    not_performed: {
      title: 'Not performed',
      text: 'You said that you cannot do what was asked for, or sent a photo file. Such a session proves no liveness.',
    },
  },
  score: (probability) => `Probability ${probability}; 0.5 is the threshold.`,
  engine: (name) => `Judged by ${name}.`,
  reasonsTitle: 'Reasons',
  reasons: {
    wrong_direction: 'The head did not turn as asked.',
    flat: 'The face looks flat, like a print or a screen.',
    other_person: 'The frames show more than one person.',
    too_late: 'A movement came after its time.',
    frames_repeated: 'The same frame came twice.',
    frames_seen_before: 'Frames of an earlier session were sent.',
    face_lost: 'No face was seen in a step.',
    motion_broken: 'The head jumped between two frames.',
    turn_too_quick: 'No frame shows the head on its way to a pose.',
    surroundings_changed: 'What is around the face changed with the turn.',
    too_dark: 'The face is too dark to tell it from a picture.',
    too_blurred: 'The face is too blurred to tell it from a picture.',
    face_covered: 'Something covers the eyes or the mouth.',
    passive_spoof: 'The networks take the frames for a photo or a screen.',
    wrong_light: 'The light on the face did not follow the colours of the screen.',
    light_unclear: 'Too little light of the screen was seen on the face to say anything.',
    not_judged: 'The frames could not be judged.',
  },
  stepsTitle: 'Steps',
  step: (number, movement, isFulfilled) =>
    `${number}. ${movement}${isFulfilled === undefined ? '' : isFulfilled ? ': seen' : ': not seen'}`,
  movements: {
    center: 'Straight ahead',
    left: 'To your left',
    right: 'To your right',
    up: 'Up',
    light: 'Light of the screen',
  },
  turned: (yaw, pitch) => `Turned ${yaw}° to the side and ${pitch}° upwards.`,
  frame: (index) => `Frame ${index}`,
  worthTitle: 'What this shows',
  worth:
    'One session shows that the page and the judgement work with your camera. It says nothing about error rates. Read “What liveness proves” and “Test liveness yourself” in the documentation.',
  again: 'The address works once. Start the service again for another session.',
};

const portuguese: TrialTexts = {
  other: 'English',
  title: 'Experimente a prova de vida com a sua câmera',
  intro: [
    'A seguir você vê a página de captura como os seus usuários a veem. Ela pede alguns movimentos com a cabeça. O resultado aparece depois, aqui.',
    'A sessão não pertence a ninguém. Ela não cadastra nenhum rosto, e nenhuma autenticação pode usá-la.',
    'As fotos ficam nesta máquina, cifradas. Elas são apagadas depois de 24 horas.',
  ],
  start: 'Abrir a página de captura',
  startWithLight: 'Abrir com a luz da tela',
  light:
    'Com a luz da tela, a página inteira mostra seis cores, devagar, depois dos movimentos. O ambiente não pode estar muito claro.',
  starting: 'Abrindo…',
  noCode: {
    title: 'O endereço está incompleto',
    text: 'Abra o endereço inteiro que o serviço mostrou ao iniciar.',
  },
  refused: {
    title: 'Este endereço não vale mais',
    text: 'Ele já foi usado, o prazo acabou ou o serviço foi reiniciado. Reinicie o serviço: ele mostra outro endereço.',
  },
  elsewhere: {
    title: 'Só nesta máquina',
    text: 'Abra o endereço em um navegador da máquina onde o serviço está rodando.',
  },
  broken: {
    title: 'O serviço não responde',
    text: 'Veja o log do serviço. Se ele estiver rodando, recarregue esta página.',
  },
  waiting: {
    title: 'Esperando o resultado…',
    text: 'A sessão continua na página de captura. O resultado aparece aqui assim que existir.',
  },
  outcomes: {
    passed: {
      title: 'Aprovada: uma pessoa viva',
      text: 'Quem lê este resultado é o seu sistema. A página de captura nunca o mostra.',
    },
    failed: {
      title: 'Reprovada',
      text: 'A página de captura só diz “tente de novo”. Os motivos são para a sua equipe.',
    },
    expired: { title: 'Prazo encerrado', text: 'O tempo da sessão acabou antes da última foto.' },
    abandoned: { title: 'Cancelada', text: 'Você cancelou a sessão na página de captura.' },
    not_performed: {
      title: 'Não realizada',
      text: 'Você disse que não consegue fazer o que foi pedido, ou enviou um arquivo de foto. Uma sessão assim não prova que havia uma pessoa.',
    },
  },
  score: (probability) => `Probabilidade ${probability}; o limiar é 0,5.`,
  engine: (name) => `Avaliada por ${name}.`,
  reasonsTitle: 'Motivos',
  reasons: {
    wrong_direction: 'A cabeça não virou como foi pedido.',
    flat: 'O rosto parece plano, como uma foto impressa ou uma tela.',
    other_person: 'As fotos mostram mais de uma pessoa.',
    too_late: 'Um movimento veio depois do prazo.',
    frames_repeated: 'A mesma foto chegou duas vezes.',
    frames_seen_before: 'Chegaram fotos de uma sessão anterior.',
    face_lost: 'Em um dos passos não apareceu nenhum rosto.',
    motion_broken: 'A cabeça deu um salto entre duas fotos.',
    turn_too_quick: 'Nenhuma foto mostra a cabeça a caminho de uma posição.',
    surroundings_changed: 'O que está ao redor do rosto mudou com o movimento.',
    too_dark: 'O rosto está escuro demais para ser distinguido de uma reprodução.',
    too_blurred: 'O rosto está desfocado demais para ser distinguido de uma reprodução.',
    face_covered: 'Algo cobre os olhos ou a boca.',
    passive_spoof: 'As redes consideram as fotos uma impressão ou uma tela.',
    wrong_light: 'A luz no rosto não seguiu as cores da tela.',
    light_unclear: 'A luz da tela quase não apareceu no rosto: não dá para dizer nada.',
    not_judged: 'Não foi possível avaliar as fotos.',
  },
  stepsTitle: 'Passos',
  step: (number, movement, isFulfilled) =>
    `${number}. ${movement}${isFulfilled === undefined ? '' : isFulfilled ? ': feito' : ': não foi visto'}`,
  movements: {
    center: 'De frente',
    left: 'Para a sua esquerda',
    right: 'Para a sua direita',
    up: 'Para cima',
    light: 'Luz da tela',
  },
  turned: (yaw, pitch) => `Virou ${yaw}° para o lado e ${pitch}° para cima.`,
  frame: (index) => `Foto ${index}`,
  worthTitle: 'O que isto mostra',
  worth:
    'Uma sessão mostra que a página e a avaliação funcionam com a sua câmera. Ela não diz nada sobre taxas de erro. Leia “What liveness proves” e “Test liveness yourself” na documentação.',
  again: 'O endereço vale uma única vez. Reinicie o serviço para fazer outra sessão.',
};

export type TrialLanguage = 'pt-BR' | 'en';

export const trialTexts: Readonly<Record<TrialLanguage, TrialTexts>> = { 'pt-BR': portuguese, en: english };
