/**
 * The sound of a Chinese name in Latin syllables, in which Pinyin and the spellings of Taiwan are one: ZHIQIANG and
 * CHIH CHIANG, CAI and TSAI.
 */
export function soundOfChinese(syllables: readonly string[]): string {
  return syllables
    .map((word) =>
      word
        .replaceAll(/HS|SH|X/g, 'S')
        .replaceAll(/TS|TZ|C(?!H)/g, 'Z')
        .replaceAll(/ZH|CH|J|Q/g, 'C')
        .replaceAll('B', 'P')
        .replaceAll('D', 'T')
        .replaceAll('G', 'K')
        .replaceAll(/IH(?![AEIOU])/g, 'I')
        .replaceAll(/EH(?![AEIOU])/g, 'E')
        .replaceAll(/SZU|SSU/g, 'SI')
        .replaceAll(/ZZ?U(?=Z|$)/g, 'ZI')
        .replaceAll('IEN', 'IAN')
        .replaceAll('YEN', 'YAN')
        .replaceAll('UNK', 'ONK')
        .replaceAll('UEI', 'UI')
        .replaceAll('UO', 'O')
        .replaceAll(/LYU|LV/g, 'LU')
        .replaceAll('YI', 'I')
        .replaceAll('YU', 'U'),
    )
    .join('');
}

/** The sounds that a Latin name of two to four words may be in Chinese, its family in front or at the end. */
export function soundsOfLatinAsChinese(words: readonly string[]): readonly string[] {
  if (words.length < 2 || words.length > 4) return [];
  return [soundOfChinese(words), soundOfChinese([words.at(-1)!, ...words.slice(0, -1)])];
}

/** Readings of the commonest family names, and of given names: a character has several, a name has mostly one. */
const families = readingsIn(`
  佐藤 SATO 鈴木 SUZUKI 高橋 TAKAHASHI 田中 TANAKA 伊藤 ITO 渡辺 WATANABE 渡邊 WATANABE 渡部 WATANABE 山本 YAMAMOTO 中村 NAKAMURA
  小林 KOBAYASHI 加藤 KATO 吉田 YOSHIDA 山田 YAMADA 佐々木 SASAKI 山口 YAMAGUCHI 松本 MATSUMOTO 井上 INOUE 木村 KIMURA 林 HAYASHI
  斎藤 SAITO 斉藤 SAITO 齋藤 SAITO 清水 SHIMIZU 山崎 YAMAZAKI 森 MORI 池田 IKEDA 橋本 HASHIMOTO 阿部 ABE 安倍 ABE 石川 ISHIKAWA
  山下 YAMASHITA 中島 NAKAJIMA 石井 ISHII 小川 OGAWA 前田 MAEDA 岡田 OKADA 長谷川 HASEGAWA 藤田 FUJITA 後藤 GOTO 近藤 KONDO
  村上 MURAKAMI 遠藤 ENDO 青木 AOKI 坂本 SAKAMOTO 福田 FUKUDA 太田 OTA 大田 OTA 西村 NISHIMURA 藤井 FUJII 金子 KANEKO 岡本 OKAMOTO
  藤原 FUJIWARA 三浦 MIURA 中野 NAKANO 中川 NAKAGAWA 原田 HARADA 松田 MATSUDA 竹内 TAKEUCHI 小野 ONO 田村 TAMURA 中山 NAKAYAMA
  和田 WADA 石田 ISHIDA 森田 MORITA 上田 UEDA 原 HARA 内田 UCHIDA 柴田 SHIBATA 酒井 SAKAI 宮崎 MIYAZAKI 横山 YOKOYAMA 高木 TAKAGI
  安藤 ANDO 宮本 MIYAMOTO 大野 ONO 小島 KOJIMA 工藤 KUDO 谷口 TANIGUCHI 今井 IMAI 高田 TAKADA 丸山 MARUYAMA 増田 MASUDA 杉山 SUGIYAMA
  村田 MURATA 大塚 OTSUKA 小山 KOYAMA 新井 ARAI 平野 HIRANO 河野 KONO 藤本 FUJIMOTO 上野 UENO 武田 TAKEDA 野口 NOGUCHI 松井 MATSUI
  千葉 CHIBA 菅原 SUGAWARA 岩崎 IWASAKI 久保 KUBO 木下 KINOSHITA 佐野 SANO 野村 NOMURA 松尾 MATSUO 菊地 KIKUCHI 菊池 KIKUCHI
  杉本 SUGIMOTO 市川 ICHIKAWA 古川 FURUKAWA 大西 ONISHI 島田 SHIMADA 水野 MIZUNO 桜井 SAKURAI 高野 TAKANO 吉川 YOSHIKAWA 山内 YAMAUCHI
  西田 NISHIDA 飯田 IIDA 菊川 KIKUKAWA 西川 NISHIKAWA 小松 KOMATSU 北村 KITAMURA 安田 YASUDA 五十嵐 IGARASHI 川口 KAWAGUCHI 平田 HIRATA
  関 SEKI 中田 NAKATA 久保田 KUBOTA 服部 HATTORI 東 HIGASHI 岩田 IWATA 土屋 TSUCHIYA 川崎 KAWASAKI 福島 FUKUSHIMA 本田 HONDA 辻 TSUJI
  樋口 HIGUCHI 秋山 AKIYAMA 田口 TAGUCHI 永井 NAGAI 山中 YAMANAKA 中西 NAKANISHI 吉村 YOSHIMURA 川上 KAWAKAMI 石原 ISHIHARA 大橋 OHASHI
  松岡 MATSUOKA 浅野 ASANO 馬場 BABA 浜田 HAMADA 森本 MORIMOTO 矢野 YANO 大島 OSHIMA 吉岡 YOSHIOKA 小池 KOIKE 麻原 ASAHARA 重信 SHIGENOBU
  岸田 KISHIDA 菅 SUGA 野田 NODA 石破 ISHIBA 黒田 KURODA 松下 MATSUSHITA 豊田 TOYODA 司 TSUKASA 高山 TAKAYAMA 篠田 SHINODA 入江 IRIE
`);

const givens = readingsIn(`
  太郎 TARO 一郎 ICHIRO 二郎 JIRO 次郎 JIRO 三郎 SABURO 四郎 SHIRO 五郎 GORO 健太郎 KENTARO 慎太郎 SHINTARO 純一郎 JUNICHIRO 晋三 SHINZO
  健 KEN 健 TAKESHI 健一 KENICHI 健二 KENJI 賢治 KENJI 健司 KENJI 憲二 KENJI 健三 KENZO 浩 HIROSHI 博 HIROSHI 宏 HIROSHI 弘 HIROSHI 寛 HIROSHI
  洋 HIROSHI 浩二 KOJI 浩司 KOJI 孝二 KOJI 浩一 KOICHI 隆 TAKASHI 孝 TAKASHI 崇 TAKASHI 貴 TAKASHI 貴志 TAKASHI 誠 MAKOTO 真 MAKOTO 豊 YUTAKA
  修 OSAMU 治 OSAMU 明 AKIRA 彰 AKIRA 章 AKIRA 晃 AKIRA 昭 AKIRA 清 KIYOSHI 茂 SHIGERU 勇 ISAMU 進 SUSUMU 勝 MASARU 実 MINORU 稔 MINORU
  正 TADASHI 忠 TADASHI 正義 MASAYOSHI 武 TAKESHI 猛 TAKESHI 剛 TSUYOSHI 剛 TAKESHI 毅 TSUYOSHI 学 MANABU 聡 SATOSHI 智 SATOSHI 哲 SATOSHI
  哲也 TETSUYA 哲夫 TETSUO 達也 TATSUYA 達郎 TATSURO 和也 KAZUYA 和夫 KAZUO 和男 KAZUO 一男 KAZUO 一夫 KAZUO 和彦 KAZUHIKO 和久 KAZUHISA
  直樹 NAOKI 直人 NAOTO 大輔 DAISUKE 大介 DAISUKE 翔 SHO 翔太 SHOTA 健太 KENTA 拓也 TAKUYA 雄一 YUICHI 雄二 YUJI 裕二 YUJI 祐介 YUSUKE
  雄太 YUTA 勇太 YUTA 正男 MASAO 正雄 MASAO 正夫 MASAO 政雄 MASAO 義雄 YOSHIO 良雄 YOSHIO 義男 YOSHIO 幸雄 YUKIO 幸夫 YUKIO 由紀夫 YUKIO
  秀樹 HIDEKI 英樹 HIDEKI 秀雄 HIDEO 英雄 HIDEO 秀明 HIDEAKI 英明 HIDEAKI 智彦 TOMOHIKO 智也 TOMOYA 文雄 FUMIO 文夫 FUMIO 邦夫 KUNIO
  信夫 NOBUO 信一 SHINICHI 伸一 SHINICHI 真一 SHINICHI 慎一 SHINICHI 信二 SHINJI 真司 SHINJI 慎二 SHINJI 淳 JUN 純 JUN 淳一 JUNICHI 順一 JUNICHI
  潤 JUN 敏夫 TOSHIO 俊夫 TOSHIO 敏雄 TOSHIO 利夫 TOSHIO 昭夫 AKIO 明夫 AKIO 章夫 AKIO 晴男 HARUO 春雄 HARUO 竜一 RYUICHI 隆一 RYUICHI
  龍一 RYUICHI 竜也 TATSUYA 亮 RYO 涼 RYO 遼 RYO 蓮 REN 徹 TORU 透 TORU 亨 TORU 守 MAMORU 仁 HITOSHI 均 HITOSHI 等 HITOSHI 満 MITSURU
  光男 MITSUO 光雄 MITSUO 久 HISASHI 彰晃 SHOKO 忍 SHINOBU 茂雄 SHIGEO 重雄 SHIGEO 辰夫 TATSUO 建市 KENICHI 組長 KUMICHO
  花子 HANAKO 裕子 YUKO 優子 YUKO 洋子 YOKO 陽子 YOKO 和子 KAZUKO 幸子 SACHIKO 恵子 KEIKO 敬子 KEIKO 圭子 KEIKO 京子 KYOKO 恭子 KYOKO
  美智子 MICHIKO 久美子 KUMIKO 由美子 YUMIKO 由美 YUMI 明美 AKEMI 直美 NAOMI 真由美 MAYUMI 智子 TOMOKO 友子 TOMOKO 房子 FUSAKO 節子 SETSUKO
  文子 FUMIKO 貴子 TAKAKO 典子 NORIKO 紀子 NORIKO 順子 JUNKO 純子 JUNKO 千恵子 CHIEKO 美穂 MIHO 愛 AI 愛子 AIKO 恵 MEGUMI 香織 KAORI
  美咲 MISAKI 桜 SAKURA さくら SAKURA 真理子 MARIKO 麻理子 MARIKO 百合子 YURIKO 悦子 ETSUKO 良子 YOSHIKO 佳子 YOSHIKO 昌子 MASAKO 雅子 MASAKO
`);

const longestFamily = 3;

function readingsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const words = text.trim().split(/\s+/);
  const found = new Map<string, string[]>();
  for (let at = 0; at < words.length; at += 2)
    found.set(words[at]!, [...(found.get(words[at]!) ?? []), words[at + 1]!]);
  return found;
}

/** The readings of a Japanese name in Chinese characters; none where one of its two names is not among the known ones. */
export function soundsOfKanji(name: string): readonly string[] {
  const text = name.normalize('NFKC').replaceAll(/[\s・]+/g, '');
  return Array.from({ length: longestFamily }, (_, at) => at + 1).flatMap((length) =>
    (families.get(text.slice(0, length)) ?? []).flatMap((family) =>
      (givens.get(text.slice(length)) ?? []).map((given) => shorten(family + given)),
    ),
  );
}

/** The sounds that a Latin name of two words may be in Japanese, its family in front or at the end. */
export function soundsOfLatinAsKanji(words: readonly string[]): readonly string[] {
  if (words.length !== 2) return [];
  const [first, second] = words as [string, string];
  return [shorten(first + second), shorten(second + first)];
}

/** Without the signs of long vowels: SATOH, SATOU and SATO. */
function shorten(sound: string): string {
  return `${sound.replaceAll(/O[UHO](?![AEIOU])|OU/g, 'O').replaceAll('UU', 'U')}(ja)`;
}

const initials = 'K K N T T R M P P S S  J J J K T P H'.split(' ');
const vowels = 'A E YA YE O E YO YE O WA WE E YO O WO WE WI YO O I I'.split(' ');
const finals = ' K K K N N N T R K M R R R P R M P P T T Q T T K T P T'.split(' ');

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
/** Syllables of a Korean name: one or two of the family, one or two of the given name. */
const [fewestSyllables, mostSyllables] = [2, 5];

/**
 * The sound of a name in Hangul, in which spellings that romanisations mix are one (G and K, EO and O). Undefined for
 * a text without two to five syllables.
 */
export function soundOfHangul(text: string): string | undefined {
  const syllables = [...text.normalize('NFC')]
    .map((letter) => letter.codePointAt(0)!)
    .filter((code) => code >= firstSyllable && code <= lastSyllable);
  if (syllables.length < fewestSyllables || syllables.length > mostSyllables) return undefined;
  const sounds = syllables.map((code) => {
    const at = code - firstSyllable;
    return initials[Math.floor(at / 588)]! + vowels[Math.floor((at % 588) / 28)]! + finals[at % 28]!;
  });
  return softenFirst(sounds.join('')).replaceAll(/([A-Z])\1/g, '$1');
}

const koreanFamilies = new Set(
  `
  KIM GIM LEE RI YI PARK PAK CHOI CHOE JONG JUNG JEONG CHONG CHUNG KANG CHO JO YOON YUN JANG CHANG IM LIM RIM HAN OH SHIN SIN SEO SO
  KWON HWANG AHN AN SONG RYU YU YOO JON JEON CHON HONG KO GO MUN MOON YANG SON PAE BAE PAEK BAEK HO HUH HEO NAM SIM SHIM ROH NOH RO
  HA KWAK CHA JU JOO U WOO KU KOO MIN RYO JIN OM UM CHAE WON PANG BANG KONG HYON HAM PYON YOM
  `
    .trim()
    .split(/\s+/),
);

/** True for a Latin name of a Korean family in front and one or two syllables of a given name. */
export function isKoreanName(words: readonly string[]): boolean {
  return words.length === 3 && koreanFamilies.has(words[0]!) && words.every((word) => word.length <= 6);
}

/** The sounds that a Latin name may be in Korean, its family in front or at the end. */
export function soundsOfLatin(words: readonly string[]): readonly string[] {
  if (words.length < 2 || words.length > mostSyllables) return [];
  const sounds = words.map(toSound);
  const orders = [sounds, [sounds.at(-1)!, ...sounds.slice(0, -1)]];
  return orders.map((order) =>
    (softenFirst(order[0]!) + order.slice(1).join('')).replaceAll(/([A-Z])\1/g, '$1'),
  );
}

function toSound(word: string): string {
  return word
    .replace(/^PARK$/, 'PAK')
    .replaceAll(/([RTKP])H/g, '$1')
    .replaceAll('SH', 'S')
    .replaceAll(/CH|Z/g, 'J')
    .replaceAll('NG', 'Q')
    .replaceAll(/[CG]/g, 'K')
    .replaceAll('D', 'T')
    .replaceAll(/[BFV]/g, 'P')
    .replaceAll('L', 'R')
    .replaceAll(/([AOU])H(?![AEIOUY])/g, '$1')
    .replaceAll(/EUI|UI/g, 'I')
    .replaceAll(/OE|OI|AE|AI|AY|EY/g, 'E')
    .replaceAll(/YEO|YOU|YOO|YEU|YU|YO/g, 'YO')
    .replaceAll(/YAE|YE/g, 'YE')
    .replaceAll(/WOO|WU/g, 'O')
    .replaceAll(/EO|EU|OO|OU|U/g, 'O')
    .replaceAll(/EE|YI/g, 'I')
    .replaceAll(/([A-Z])\1/g, '$1');
}

/** R in front of a family's name is silent or N in the South: 리 and 이, 로 and 노. */
function softenFirst(sound: string): string {
  return sound
    .replace(/^[RN](?=[IY])/, '')
    .replace(/^YI/, 'I')
    .replace(/^R/, 'N');
}
