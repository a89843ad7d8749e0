import { test } from 'vitest'
import { raceOneLimit } from './race.ts'

test('two processes never pass a limit that both use', () => raceOneLimit(600), 60_000)
