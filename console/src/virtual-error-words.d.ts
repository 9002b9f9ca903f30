declare module 'virtual:error-words' {
  /** Meaning and remedy of each error code, in English. */
  const words: Readonly<Record<string, { readonly meaning: string; readonly remedy: string }>>;
  export default words;
}
