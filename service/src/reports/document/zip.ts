import { zipSync } from 'fflate'
import type { ReportFile } from './report.ts'

/** The first day of the zip format: the same files give the same bytes. */
const mtime = new Date(1980, 0, 1)

export const zipOf = (files: readonly ReportFile[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(files.map(({ name, content }) => [name, content])), { level: 6, mtime }))
