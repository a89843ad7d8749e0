import { test } from 'vitest'
import { raceHolds } from './race.ts'

test('an operation answered as held never leaves', () => raceHolds({ institutions: 3, rounds: 2, hours: [4] }))
