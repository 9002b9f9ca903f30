import type { CameraProblem } from './camera.ts';
import type { Obstacle } from './find-obstacle.ts';
import type { Hint } from './guidance/read-pose.ts';
import type { StepKind } from './session-client.ts';

export type Language = 'pt-BR' | 'en';

type Purpose = 'authenticate' | 'register' | 'check';

type Help = { readonly title: string; readonly text: string };

export type Texts = {
  readonly loading: string;
  readonly introTitle: (operator: string) => string;
  readonly purposes: Readonly<Record<Purpose, string>>;
  readonly howTitle: string;
  readonly how: readonly string[];
  readonly howWithLight: readonly string[];
  readonly lightTitle: string;
  readonly lightText: string;
  readonly lightPlace: string;
  readonly lightGoOn: string;
  readonly cannotLight: string;
  readonly consentTitle: string;
  readonly agree: string;
  readonly mustAgree: string;
  readonly openCamera: string;
  readonly openingCamera: string;
  readonly otherDevice: string;
  readonly cancel: string;
  readonly tryAgain: string;
  readonly goOn: string;
  readonly back: string;
  readonly close: string;
  readonly camera: string;
  readonly cameraNumber: (number: number) => string;
  readonly readyTitle: string;
  readonly readyText: string;
  readonly takePhotos: string;
  readonly preview: string;
  readonly stepOf: (number: number, of: number) => string;
  readonly steps: Readonly<Record<StepKind, string>>;
  readonly hold: string;
  readonly sendingStep: string;
  readonly more: Readonly<Record<StepKind, string>>;
  readonly comeBack: string;
  readonly hints: Readonly<Record<Exclude<Hint, 'good'>, string>>;
  readonly goodHint: string;
  readonly noGuide: string;
  readonly cannotMove: string;
  readonly cannotTurn: string;
  readonly moreTime: string;
  readonly moreTimeGiven: (seconds: number) => string;
  readonly moreTimeRefused: string;
  readonly timeWarning: (seconds: number, isMoreOffered: boolean) => string;
  readonly stopTitle: string;
  readonly stopText: string;
  readonly stopKeep: string;
  readonly stopNow: string;
  readonly cannotMoveTitle: string;
  readonly cannotMoveText: (operator: string) => string;
  readonly connectionLost: string;
  readonly connectionBack: string;
  readonly checkingTitle: string;
  readonly checkingText: string;
  readonly doneTitle: string;
  readonly doneText: (operator: string) => string;
  readonly againTitle: string;
  readonly againText: (operator: string) => string;
  readonly againHints: Readonly<Record<string, string>>;
  readonly repeatTitle: string;
  readonly cancelledTitle: string;
  readonly cancelledText: string;
  readonly obstacles: Readonly<Record<Obstacle, Help>>;
  readonly copyLink: string;
  readonly linkCopied: string;
  readonly goOnWithoutCamera: string;
  readonly cameraProblems: Readonly<Record<CameraProblem, Help>>;
  /** In place of the words of `cameraProblems`, on a phone. */
  readonly cameraProblemsOfPhone: Readonly<Partial<Record<CameraProblem, Help>>>;
  readonly noCameraAnywhere: (operator: string, isPhone: boolean) => string;
  readonly noCameraFile: (isPhone: boolean) => string;
  readonly chooseFile: string;
  readonly uploadTitle: string;
  readonly uploadText: (operator: string) => string;
  readonly uploadField: string;
  readonly uploadHelp: string;
  readonly uploadSend: string;
  readonly uploadCamera: string;
  readonly uploadMissing: string;
  readonly uploadSending: string;
  readonly uploadDone: (operator: string) => string;
  readonly uploadProblems: Readonly<Record<string, string>> & {
    readonly tooLarge: string;
    readonly other: string;
  };
  readonly handoverTitle: string;
  readonly handoverText: string;
  readonly handoverQr: string;
  readonly handoverLink: string;
  readonly handoverWaiting: string;
  readonly handoverHere: string;
  readonly handoverTaken: string;
  readonly handoverDone: Help;
  readonly failures: Readonly<
    Record<'ended' | 'too_many' | 'connection' | 'misplaced' | 'upload' | 'other', Help>
  >;
};

const portuguese: Texts = {
  loading: 'Carregando…',
  introTitle: (operator) => `${operator} pede fotos do seu rosto`,
  purposes: {
    authenticate: 'As fotos servem para confirmar que é você.',
    register: 'As fotos servem para cadastrar o seu rosto.',
    check: 'As fotos servem para confirmar que há uma pessoa de verdade diante da câmera.',
  },
  howTitle: 'Como funciona',
  how: [
    'Você mostra o rosto à câmera e faz alguns movimentos com a cabeça.',
    'Leva menos de um minuto e meio. Se precisar, peça mais tempo. Não há som nem luzes piscando.',
    'Fique em um lugar claro. Tire boné e óculos escuros.',
  ],
  howWithLight: [
    'Você mostra o rosto à câmera e faz alguns movimentos com a cabeça. Depois a tela muda de cor seis vezes.',
    'Leva menos de um minuto e meio. Se precisar, peça mais tempo. Não há som. As cores mudam devagar, sem piscar.',
    'Fique em um lugar sem sol direto. Tire boné e óculos escuros.',
  ],
  lightTitle: 'A tela vai mudar de cor',
  lightText:
    'No final, a tela inteira mostra seis cores, uma de cada vez, por cerca de um segundo cada. Ela não pisca e não usa vermelho vivo. Se a luz colorida incomoda você, escolha “Tenho sensibilidade a luzes coloridas”.',
  lightPlace: 'A luz da tela precisa chegar ao rosto: aumente o brilho e fique longe de janelas com sol.',
  lightGoOn: 'Entendi, continuar',
  cannotLight: 'Tenho sensibilidade a luzes coloridas',
  consentTitle: 'Uso das suas fotos',
  agree: 'Li e concordo',
  mustAgree: 'Para continuar, marque “Li e concordo”.',
  openCamera: 'Abrir a câmera',
  openingCamera: 'Abrindo a câmera. Se o navegador perguntar, toque em “Permitir”.',
  otherDevice: 'Continuar no celular',
  cancel: 'Cancelar',
  tryAgain: 'Tentar de novo',
  goOn: 'Continuar',
  back: 'Voltar',
  close: 'Você já pode fechar esta página.',
  camera: 'Câmera',
  cameraNumber: (number) => `Câmera ${number}`,
  readyTitle: 'Encaixe o rosto no oval',
  readyText: 'Segure o aparelho na altura dos olhos. Comece quando quiser.',
  takePhotos: 'Começar',
  preview: 'Imagem da sua câmera',
  stepOf: (number, of) => `Passo ${number} de ${of}`,
  steps: {
    center: 'Olhe para a frente',
    left: 'Vire um pouco para a esquerda',
    right: 'Vire um pouco para a direita',
    up: 'Levante um pouco o queixo',
    light: 'Olhe para a tela, sem se mexer',
  },
  hold: 'Isso! Fique assim…',
  sendingStep: 'Enviando…',
  more: {
    center: 'Volte o rosto para a frente',
    left: 'Vire mais para a esquerda',
    right: 'Vire mais para a direita',
    up: 'Levante mais o queixo',
    light: 'Olhe para a tela',
  },
  comeBack: 'Volte um pouco, mais devagar',
  hints: {
    no_face: 'Não vemos o seu rosto',
    many_faces: 'Só você deve aparecer',
    too_dark: 'Está escuro: procure mais luz',
    too_far: 'Chegue mais perto',
    too_close: 'Afaste-se um pouco',
    off_centre: 'Centralize o rosto no oval',
  },
  goodHint: 'Tudo certo: pode começar',
  noGuide: 'Deixe o rosto inteiro dentro do oval',
  cannotMove: 'Não consigo fazer este movimento',
  cannotTurn: 'Não consigo mover a cabeça',
  moreTime: 'Preciso de mais tempo',
  moreTimeGiven: (seconds) => `Você tem mais tempo: ${seconds} segundos. Faça os movimentos com calma.`,
  moreTimeRefused: 'Não foi possível dar mais tempo.',
  timeWarning: (seconds, isMoreOffered) =>
    `O tempo acaba em ${seconds} segundos.${isMoreOffered ? ' Se precisar, toque em “Preciso de mais tempo”.' : ''}`,
  stopTitle: 'Parar aqui?',
  stopText: 'Esta tentativa termina e o link deixa de valer. Depois mostramos outro caminho.',
  stopKeep: 'Voltar e tentar',
  stopNow: 'Parar e ver outro caminho',
  cannotMoveTitle: 'Há outro caminho',
  cannotMoveText: (operator) =>
    `Fale com ${operator} e peça outra forma de confirmar quem você é. Não é preciso fazer os movimentos.`,
  connectionLost: 'Sem conexão. Tentando de novo…',
  connectionBack: 'A conexão voltou.',
  checkingTitle: 'Conferindo as fotos…',
  checkingText: 'Só mais alguns segundos.',
  doneTitle: 'Pronto!',
  doneText: (operator) => `As fotos foram enviadas para ${operator}.`,
  againTitle: 'Não deu certo desta vez',
  againText: (operator) => `Peça uma nova tentativa a ${operator}.`,
  againHints: {
    turn_further: 'Vire a cabeça um pouco mais a cada movimento.',
    turn_slower: 'Faça cada movimento mais devagar.',
    be_quicker: 'Faça cada movimento assim que ele aparecer na tela.',
    stay_in_view: 'Mantenha o rosto inteiro dentro do oval, do começo ao fim.',
    stay_in_place: 'Fique no mesmo lugar, com a câmera parada, e mova só a cabeça.',
    more_light: 'Acenda a luz ou vá para um lugar mais claro, com a luz à sua frente.',
    hold_still: 'Limpe a lente da câmera e mantenha o aparelho parado, com o rosto inteiro no oval.',
    uncover_face: 'Tire a máscara, o boné e os óculos escuros, e afaste o cabelo e as mãos do rosto.',
    darker_place: 'Vá para um lugar com menos luz, aumente o brilho da tela e chegue mais perto dela.',
    even_light:
      'Fique só você diante da câmera, em um lugar com luz clara e uniforme. Deixe a câmera parada, mantenha o rosto inteiro no oval e siga os movimentos sem pressa.',
    later: 'Não foi culpa sua: as fotos não puderam ser conferidas. Tente de novo daqui a alguns minutos.',
  },
  repeatTitle: 'Quase lá',
  cancelledTitle: 'Cancelado',
  cancelledText: 'A câmera está desligada. Nenhuma outra foto será tirada.',
  obstacles: {
    old: {
      title: 'Este navegador é antigo demais',
      text: 'Atualize o navegador ou o aparelho, ou abra este link em outro. Servem o iPhone com iOS 15 e o Chrome 100, ou mais novos. O link ainda não foi usado.',
    },
    no_camera: {
      title: 'Este navegador não abre a câmera',
      text: 'Abra este link no Chrome ou no Safari. O link ainda não foi usado.',
    },
  },
  copyLink: 'Copiar o link',
  linkCopied: 'Link copiado.',
  goOnWithoutCamera: 'Continuar aqui sem câmera',
  cameraProblems: {
    not_allowed: {
      title: 'A câmera está bloqueada',
      text: 'Toque no ícone ao lado do endereço da página, permita a câmera e tente de novo. No iPhone: Ajustes, Safari, Câmera, Permitir.',
    },
    not_found: {
      title: 'Nenhuma câmera encontrada',
      text: 'Conecte uma câmera ou continue no celular.',
    },
    not_readable: {
      title: 'A câmera está ocupada',
      text: 'Feche outros aplicativos e abas que usam a câmera, como uma chamada de vídeo, e tente de novo.',
    },
    not_supported: {
      title: 'Este navegador não abre a câmera',
      text: 'Continue em um celular com Chrome ou Safari.',
    },
    stopped: {
      title: 'A câmera parou',
      text: 'Verifique se ela ainda está conectada e tente de novo.',
    },
  },
  cameraProblemsOfPhone: {
    not_found: {
      title: 'Nenhuma câmera encontrada',
      text: 'O navegador não encontra a câmera deste celular. Feche o navegador, abra-o de novo e tente mais uma vez.',
    },
    not_supported: {
      title: 'Este navegador não abre a câmera',
      text: 'Peça um novo link e abra-o no Chrome ou no Safari.',
    },
  },
  noCameraAnywhere: (operator, isPhone) =>
    `${isPhone ? 'Este celular não tem câmera?' : 'Não tem câmera nem celular?'} Aqui ${operator} só aceita fotos tiradas na hora, com a câmera. Um arquivo de foto não serve. Peça outra forma de continuar.`,
  noCameraFile: (isPhone) =>
    `${isPhone ? 'Este celular não tem câmera?' : 'Não tem câmera nem celular?'} Você pode enviar um arquivo com uma foto sua.`,
  chooseFile: 'Enviar um arquivo de foto',
  uploadTitle: 'Envie uma foto sua',
  uploadText: (operator) =>
    `Escolha uma foto recente, em que só você apareça, de frente e em um lugar claro. Um arquivo não mostra que você está diante da câmera: ${operator} decide se ele basta.`,
  uploadField: 'Arquivo da foto',
  uploadHelp: 'JPEG, PNG, WebP ou AVIF.',
  uploadSend: 'Enviar a foto',
  uploadCamera: 'Usar a câmera',
  uploadMissing: 'Escolha primeiro o arquivo da foto.',
  uploadSending: 'Enviando a foto…',
  uploadDone: (operator) => `A foto foi enviada para ${operator}.`,
  uploadProblems: {
    face_not_found: 'Não encontramos um rosto nesta foto. Escolha outra, de frente e com boa luz.',
    multiple_faces: 'Há mais de um rosto nesta foto. Escolha uma em que só você apareça.',
    face_too_small: 'O rosto está pequeno demais nesta foto. Escolha uma tirada mais de perto.',
    face_too_blurred: 'O rosto está desfocado nesta foto. Escolha uma mais nítida.',
    face_turned_away: 'O rosto está virado nesta foto. Escolha uma em que você olhe para a frente.',
    tooLarge: 'O arquivo é grande demais. Escolha outro menor.',
    other: 'Não conseguimos ler este arquivo como foto. Escolha outro, em JPEG, PNG, WebP ou AVIF.',
  },
  handoverTitle: 'Continue no celular',
  handoverText: 'Aponte a câmera do celular para o código e abra o link. Deixe esta página aberta.',
  handoverQr: 'QR code com o link para o celular',
  handoverLink: 'Ou abra este link no celular:',
  handoverWaiting: 'Esperando o celular…',
  handoverHere: 'Continuar neste aparelho',
  handoverTaken: 'Um celular já abriu o link. Continue nele.',
  handoverDone: { title: 'Pronto!', text: 'O celular terminou. Você pode continuar aqui.' },
  failures: {
    ended: {
      title: 'Este link não vale mais',
      text: 'O prazo acabou ou o link já foi usado. Peça um novo a quem o enviou.',
    },
    too_many: { title: 'Muitas tentativas', text: 'Espere um pouco antes de tentar de novo.' },
    connection: {
      title: 'Sem conexão',
      text: 'Não conseguimos enviar as fotos a tempo. Verifique a internet e peça um novo link.',
    },
    misplaced: {
      title: 'Esta página não pode ser usada aqui',
      text: 'Abra o link em uma página própria, fora do site em que você está.',
    },
    upload: {
      title: 'Aqui não aceitamos arquivo de foto',
      text: 'Para esta confirmação só servem fotos tiradas na hora, com a câmera. Peça outra forma a quem enviou o link.',
    },
    other: { title: 'Algo deu errado', text: 'Não foi culpa sua. Peça um novo link e tente mais uma vez.' },
  },
};

const english: Texts = {
  loading: 'Loading…',
  introTitle: (operator) => `${operator} asks you for photos of your face`,
  purposes: {
    authenticate: 'The photos confirm that it is you.',
    register: 'The photos register your face.',
    check: 'The photos confirm that a real person is in front of the camera.',
  },
  howTitle: 'How it works',
  how: [
    'You show your face to the camera and move your head a few times.',
    'It takes less than a minute and a half. You can ask for more time. There is no sound and no flashing light.',
    'Find a bright place. Take off caps and sunglasses.',
  ],
  howWithLight: [
    'You show your face to the camera and move your head a few times. Then the screen changes its colour six times.',
    'It takes less than a minute and a half. You can ask for more time. There is no sound. The colours change slowly and do not flash.',
    'Find a place without direct sun. Take off caps and sunglasses.',
  ],
  lightTitle: 'The screen will change its colour',
  lightText:
    'At the end the whole screen shows six colours, one after the other, for about a second each. It does not flash and shows no bright red. If coloured light troubles you, choose “I am sensitive to coloured light”.',
  lightPlace:
    'The light of the screen has to reach your face: turn up the brightness and stay away from sunny windows.',
  lightGoOn: 'I understand, continue',
  cannotLight: 'I am sensitive to coloured light',
  consentTitle: 'How your photos are used',
  agree: 'I have read this and I agree',
  mustAgree: 'To go on, tick “I have read this and I agree”.',
  openCamera: 'Open the camera',
  openingCamera: 'Opening the camera. If your browser asks, choose “Allow”.',
  otherDevice: 'Continue on a phone',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  goOn: 'Continue',
  back: 'Back',
  close: 'You can close this page now.',
  camera: 'Camera',
  cameraNumber: (number) => `Camera ${number}`,
  readyTitle: 'Fit your face in the oval',
  readyText: 'Hold your device at eye level. Start when you are ready.',
  takePhotos: 'Start',
  preview: 'Picture of your camera',
  stepOf: (number, of) => `Step ${number} of ${of}`,
  steps: {
    center: 'Look straight ahead',
    left: 'Turn a little to the left',
    right: 'Turn a little to the right',
    up: 'Raise your chin a little',
    light: 'Look at the screen and hold still',
  },
  hold: 'Good! Stay like this…',
  sendingStep: 'Sending…',
  more: {
    center: 'Look straight ahead again',
    left: 'Turn further to the left',
    right: 'Turn further to the right',
    up: 'Raise your chin further',
    light: 'Look at the screen',
  },
  comeBack: 'Come back a little, more slowly',
  hints: {
    no_face: 'We cannot see your face',
    many_faces: 'Only you should be in the picture',
    too_dark: 'It is dark: find more light',
    too_far: 'Come closer',
    too_close: 'Move back a little',
    off_centre: 'Centre your face in the oval',
  },
  goodHint: 'All good: you can start',
  noGuide: 'Keep your whole face inside the oval',
  cannotMove: 'I cannot make this movement',
  cannotTurn: 'I cannot move my head',
  moreTime: 'I need more time',
  moreTimeGiven: (seconds) => `You have more time: ${seconds} seconds. Make the movements calmly.`,
  moreTimeRefused: 'No more time could be given.',
  timeWarning: (seconds, isMoreOffered) =>
    `The time is over in ${seconds} seconds.${isMoreOffered ? ' If you need more, choose “I need more time”.' : ''}`,
  stopTitle: 'Stop here?',
  stopText: 'This try ends, and the link stops working. We then show another way.',
  stopKeep: 'Go back and try',
  stopNow: 'Stop and see another way',
  cannotMoveTitle: 'There is another way',
  cannotMoveText: (operator) =>
    `Talk to ${operator} and ask for another way to confirm who you are. You do not have to make the movements.`,
  connectionLost: 'No connection. Trying again…',
  connectionBack: 'The connection is back.',
  checkingTitle: 'Checking the photos…',
  checkingText: 'Only a few more seconds.',
  doneTitle: 'Done!',
  doneText: (operator) => `The photos were sent to ${operator}.`,
  againTitle: 'It did not work this time',
  againText: (operator) => `Ask ${operator} for another try.`,
  againHints: {
    turn_further: 'Turn your head a little further in each movement.',
    turn_slower: 'Make each movement more slowly.',
    be_quicker: 'Make each movement as soon as it is shown.',
    stay_in_view: 'Keep your whole face inside the oval from start to end.',
    stay_in_place: 'Stay where you are, keep the camera still, and move only your head.',
    more_light: 'Switch on a light or find a brighter place, with the light in front of you.',
    hold_still: 'Wipe the lens of the camera and hold your device still, with your whole face in the oval.',
    uncover_face: 'Take off your mask, cap and sunglasses, and keep hair and hands away from your face.',
    darker_place: 'Find a place with less light, turn up the brightness of the screen and come closer to it.',
    even_light:
      'Be alone in front of the camera, in bright and even light. Keep the camera still and your whole face in the oval, and follow the movements calmly.',
    later: 'It was not your fault: the photos could not be checked. Try again in a few minutes.',
  },
  repeatTitle: 'Almost there',
  cancelledTitle: 'Cancelled',
  cancelledText: 'The camera is off. No more photos are taken.',
  obstacles: {
    old: {
      title: 'This browser is too old',
      text: 'Update your browser or your device, or open this link in another one. An iPhone with iOS 15 or Chrome 100 will do, or newer ones. The link has not been used yet.',
    },
    no_camera: {
      title: 'This browser cannot open the camera',
      text: 'Open this link in Chrome or Safari. The link has not been used yet.',
    },
  },
  copyLink: 'Copy the link',
  linkCopied: 'Link copied.',
  goOnWithoutCamera: 'Go on here without a camera',
  cameraProblems: {
    not_allowed: {
      title: 'The camera is blocked',
      text: 'Use the icon beside the page address to allow the camera, then try again. On an iPhone: Settings, Safari, Camera, Allow.',
    },
    not_found: { title: 'No camera found', text: 'Connect a camera or continue on a phone.' },
    not_readable: {
      title: 'The camera is in use',
      text: 'Close other apps and tabs that use the camera, such as a video call, then try again.',
    },
    not_supported: {
      title: 'This browser cannot open the camera',
      text: 'Continue on a phone with Chrome or Safari.',
    },
    stopped: { title: 'The camera stopped', text: 'Check that it is still connected, then try again.' },
  },
  cameraProblemsOfPhone: {
    not_found: {
      title: 'No camera found',
      text: 'The browser does not find the camera of this phone. Close the browser, open it again and try once more.',
    },
    not_supported: {
      title: 'This browser cannot open the camera',
      text: 'Ask for a new link and open it in Chrome or Safari.',
    },
  },
  noCameraAnywhere: (operator, isPhone) =>
    `${isPhone ? 'Has this phone no camera?' : 'No camera and no phone?'} Here ${operator} only takes photos made now, with a camera. A photo file does not count. Ask for another way to go on.`,
  noCameraFile: (isPhone) =>
    `${isPhone ? 'Has this phone no camera?' : 'No camera and no phone?'} You can send a file with a photo of you.`,
  chooseFile: 'Send a photo file',
  uploadTitle: 'Send a photo of you',
  uploadText: (operator) =>
    `Choose a recent photo with only you in it, from the front and in good light. A file does not show that you are in front of a camera: ${operator} decides if it is enough.`,
  uploadField: 'Photo file',
  uploadHelp: 'JPEG, PNG, WebP or AVIF.',
  uploadSend: 'Send the photo',
  uploadCamera: 'Use the camera',
  uploadMissing: 'Choose the photo file first.',
  uploadSending: 'Sending the photo…',
  uploadDone: (operator) => `The photo was sent to ${operator}.`,
  uploadProblems: {
    face_not_found: 'We found no face in this photo. Choose another one, from the front and in good light.',
    multiple_faces: 'There is more than one face in this photo. Choose one with only you in it.',
    face_too_small: 'The face is too small in this photo. Choose one taken from closer.',
    face_too_blurred: 'The face is blurred in this photo. Choose a sharper one.',
    face_turned_away: 'The face is turned away in this photo. Choose one where you look straight ahead.',
    tooLarge: 'The file is too large. Choose a smaller one.',
    other: 'We could not read this file as a photo. Choose another one: JPEG, PNG, WebP or AVIF.',
  },
  handoverTitle: 'Continue on a phone',
  handoverText: 'Point the camera of your phone at the code and open the link. Keep this page open.',
  handoverQr: 'QR code with the link for the phone',
  handoverLink: 'Or open this link on the phone:',
  handoverWaiting: 'Waiting for the phone…',
  handoverHere: 'Continue on this device',
  handoverTaken: 'A phone has opened the link. Go on there.',
  handoverDone: { title: 'Done!', text: 'The phone has finished. You can go on here.' },
  failures: {
    ended: {
      title: 'This link is no longer valid',
      text: 'Its time is over or it was used before. Ask for a new one where you got it.',
    },
    too_many: { title: 'Too many tries', text: 'Wait a while before you try again.' },
    connection: {
      title: 'No connection',
      text: 'We could not send the photos in time. Check your internet and ask for a new link.',
    },
    misplaced: {
      title: 'This page cannot be used here',
      text: 'Open the link in a page of its own, outside the site you are on.',
    },
    upload: {
      title: 'A photo file does not count here',
      text: 'This confirmation only takes photos made now, with a camera. Ask whoever sent you the link for another way.',
    },
    other: {
      title: 'Something went wrong',
      text: 'It was not your fault. Ask for a new link and try again.',
    },
  },
};

/** The words of a language; everything but English is Portuguese. */
export function textsOf(language: string | null | undefined): { language: Language; texts: Texts } {
  return language?.toLowerCase().startsWith('en') === true
    ? { language: 'en', texts: english }
    : { language: 'pt-BR', texts: portuguese };
}
