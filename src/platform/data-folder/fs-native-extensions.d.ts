/** The part of the package that is used; it brings no types of its own. */
declare module 'fs-native-extensions' {
  /** True when the exclusive lock on the whole file was granted, false when another open file has it. */
  export function tryLock(fd: number): boolean;
}
