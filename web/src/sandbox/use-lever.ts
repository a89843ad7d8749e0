import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sandbox } from '../app/sandbox.ts'
import { useAttempt } from '../kit/form/use-attempt.ts'

/** What an act of the sandbox did, and the page that shows it. */
export type Said = { text: string; see?: { title: string; address: string } }

/** Pulls a lever, says what happened, and brings everything on the screen up to date. */
export function useLever() {
  const { attempt, busy, error } = useAttempt()
  const [said, setSaid] = useState<Said | null>(null)
  const client = useQueryClient()
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the sandbox answers
  const pull = <T>(path: string, body: object, say: (answer: T) => Said): void =>
    void attempt(async () => {
      setSaid(null)
      setSaid(say(await sandbox<T>(path, body)))
      await client.invalidateQueries()
    })
  return { pull, busy, error, said }
}
