// How each of our programs starts and ends. What it tells whoever started it goes over the channel to that process, if
// there is one: `{ready: {base}}`, or `{failed}` with why.

import { traceSources } from './source-lines.ts'

/** A program under way, and where it answers. It is told why it stops. */
export type Running = { base: string; stop(why: string): Promise<void> }

/** Null where the fault is ours: a stack is then more use than a sentence. */
type SentenceFor = (error: Error & { code?: string }) => string | null

/** Runs until it is told to stop, then ends this process: with 0 if all went well, with 1 if not. */
export function run(start: () => Promise<Running>, sentenceFor: SentenceFor): void {
  traceSources()
  untilStopped(start).then(
    () => process.exit(0),
    (error: Error) => fail(error, sentenceFor(error)),
  )
}

async function untilStopped(start: () => Promise<Running>): Promise<void> {
  const toldToStop = stopSignal() // from the very first moment, or a signal during the start would be lost
  const running = await start()
  if (process.connected) process.send?.({ ready: { base: running.base } })
  await running.stop(await toldToStop)
}

/** Resolves with the reason: a signal, or the end of whoever started us. */
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
