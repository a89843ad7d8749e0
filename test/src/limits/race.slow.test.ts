import { test } from 'vitest'
import { raceOneLimit } from './race.ts'

test('two processes never pass a limit, with 10,000 tries', () => raceOneLimit(10_000), 300_000)
