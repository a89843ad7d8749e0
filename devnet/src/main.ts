import { runUat } from '@specie/program/run-uat.ts'
import { openDevnet } from './devnet.ts'
import { readSettings } from './settings.ts'

// The chains of UAT as one process.

runUat({ port: 'DEVNET_PORT', data: 'DEVNET_DATA' }, (cannotGoOn) =>
  openDevnet(readSettings(), console.error, cannotGoOn),
)
