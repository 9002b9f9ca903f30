declare module 'virtual:remedies' {
  /** The remedy for each error code, in English. */
  const remedies: Readonly<Record<string, string>>;
  export default remedies;
}
