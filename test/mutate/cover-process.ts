import { coverInto, writeCoverage } from './cover.ts'

// Loaded first by a process that a test has started: it says at its end which mutants it has reached.

const folder = process.env[coverInto]
if (folder !== undefined) process.on('exit', () => writeCoverage(folder))
