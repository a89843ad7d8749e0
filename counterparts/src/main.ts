import { runUat } from '@specie/program/run-uat.ts'
import { readSettings } from './settings.ts'
import { openWorld } from './world.ts'

// The outside world of UAT as one process.

runUat({ port: 'COUNTERPARTS_PORT', data: 'COUNTERPARTS_DATA' }, (cannotGoOn) =>
  openWorld(readSettings(), (line) => process.stdout.write(`${line}\n`), cannotGoOn),
)
