import { test } from 'vitest'
import { raceHolds } from './race.ts'

const rounds = Number(process.env['ROUNDS'] ?? 4)

test('an operation answered as held never leaves', { timeout: 600_000 }, () =>
  raceHolds({ institutions: 8, rounds, hours: [20, 20, 20, 20] }),
)
