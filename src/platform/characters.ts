/**
 * True for a text of more characters than this. A character is a code point, as `maxLength` of JSON Schema counts; a
 * letter of Han beyond the usual ones is one, and two units of a string.
 */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** The first characters of a text, so many at most. No character is cut in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}
