/** Characters that a terminal obeys, that turn text around, or that show nothing, such as a space of no width. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text from outside as it may be shown: characters that are hidden, or hide others, are written out. */
export function printable(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = character.codePointAt(0)!.toString(16).padStart(4, '0');
    return `\\u{${code}}`;
  });
}

/** True for a text that shows every character: two such names that look alike are seldom two. */
export function isPrintable(text: string): boolean {
  return text.search(hidden) === -1;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as the content or the quoted attribute of an HTML element. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
