import { coverInto, writeCoverage } from './cover.ts'

// Loaded first by a process of a test: at its end it reports the mutants that it has reached.

const folder = process.env[coverInto]
if (folder !== undefined) process.on('exit', () => writeCoverage(folder))
