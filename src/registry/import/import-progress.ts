import type { RegistryFile } from './find-registry-files.ts';

export type ImportProgress = {
  readonly phase: 'check' | 'load' | 'index' | 'compare' | 'switch';
  /** The file being read, or the table being indexed. */
  readonly subject: string;
  readonly file?: {
    readonly rows: number;
    readonly contentBytes: number;
    readonly storedBytes: number;
    readonly totalBytes: number;
  };
  /** Of the whole import. */
  readonly rows: number;
  readonly contentBytes: number;
  readonly storedBytes: number;
  readonly totalStoredBytes: number;
};

export type ProgressCounter = ReturnType<typeof createProgressCounter>;

export function createProgressCounter(
  files: readonly RegistryFile[],
  listener: ((progress: ImportProgress) => void) | undefined,
) {
  let [rows, fileRows, contentBytes, fileContent, storedBytes, fileStored] = [0, 0, 0, 0, 0, 0];
  // The lists of codes are read in one go before everything else.
  const totalStoredBytes = files
    .filter(({ layout }) => layout.table !== 'codes')
    .reduce((sum, file) => sum + file.storedBytes, 0);
  const report = (phase: ImportProgress['phase'], subject: string, file?: ImportProgress['file']) =>
    listener?.({
      phase,
      subject,
      rows: rows + fileRows,
      contentBytes,
      storedBytes,
      totalStoredBytes,
      ...(file && { file }),
    });
  return {
    report,
    startFile() {
      rows += fileRows;
      fileRows = 0;
      fileStored = 0;
      fileContent = 0;
    },
    addStored(bytes: number) {
      storedBytes += bytes;
      fileStored += bytes;
    },
    addContent(bytes: number) {
      contentBytes += bytes;
      fileContent += bytes;
    },
    setFileRows(rowsOfFile: number, file: RegistryFile) {
      fileRows = rowsOfFile;
      report('load', file.name, {
        rows: rowsOfFile,
        contentBytes: fileContent,
        storedBytes: fileStored,
        totalBytes: file.storedBytes,
      });
    },
  };
}
