import { machines } from '@specie/protocol/machines.ts'
import { expect, test } from 'vitest'
import { refusedInState } from './refusal.ts'

test('the refusal of an impossible step names the state and the possible ones', () => {
  const key = (state: string, event: string) => refusedInState('key', machines.api_key, state, event).message
  expect(key('frozen', 'freeze')).toMatch(/^This key is already frozen\.$/)
  expect(key('revoked', 'freeze')).toMatch(
    /^This key is revoked: this is possible only while it is active or rotating\.$/,
  )
})
