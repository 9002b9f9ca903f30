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
