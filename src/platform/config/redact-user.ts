/** The text with the user and the password of each address in it replaced: no form of a setting looks for them. */
export function redactUser(text: string): string {
  return text.replace(/\/\/[^/\s"]*@/g, '//[redacted]@');
}
