// The start and the end of each of our programs. It reports to its supervisor over the IPC channel, if there is one: `{ready:
// {base}}`, or `{failed}` with the reason.

import { traceSources } from './source-lines.ts'

/** A running program, and its address. Its stop function gets the reason. */
export type Running = { base: string; stop(why: string): Promise<void> }

/** Null for a defect of ours. A stack is then more useful than a sentence. */
type SentenceFor = (error: Error & { code?: string }) => string | null

/** Runs until it must stop, then ends this process: with 0 on success, with 1 on an error. */
export function run(start: () => Promise<Running>, sentenceFor: SentenceFor): void {
  traceSources()
  untilStopped(start).then(
    () => process.exit(0),
    (error: Error) => fail(error, sentenceFor(error)),
  )
}

async function untilStopped(start: () => Promise<Running>): Promise<void> {
  const stopRequested = stopSignal() // before the start, so that a signal during it is not lost
  const running = await start()
  if (process.connected) process.send?.({ ready: { base: running.base } })
  await running.stop(await stopRequested)
}

/** Resolves with the reason: a signal, or the end of the supervisor. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve('SIGINT'))
    process.once('SIGTERM', () => resolve('SIGTERM'))
    process.once('disconnect', () => resolve('the supervisor is gone'))
  })
}

function fail(error: Error, sentence: string | null): void {
  if (sentence === null || !process.send) console.error(sentence ?? error)
  const leave = () => process.exit(1)
  if (process.connected) process.send?.({ failed: sentence ?? error.message }, leave)
  else leave()
}
