/** A text from outside as it may be shown: what a terminal would obey, or what turns text around, is written out. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16).padStart(4, '0');
    return `\\u{${code}}`;
  });
}
