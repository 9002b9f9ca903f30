declare module 'virtual:remedies' {
  /** What to do about each error code, in English. */
  const remedies: Readonly<Record<string, string>>;
  export default remedies;
}
