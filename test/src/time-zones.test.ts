import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** In a separate process: a time zone is read once. */
async function textsIn(zone: string): Promise<unknown> {
  const script = `
    globalThis.document = {} // Without one, the service renders the page, in UTC.
    const { dayText, fullText, shortDayText, timeText } = await import('${new URL('../../web/src/kit/value/time-text.ts', import.meta.url).href}')
    const at = '2020-03-01T02:00:00.000Z'
    console.log(JSON.stringify([dayText('1980-01-31'), fullText('1980-01-31'), shortDayText('1980-01-31'), dayText(at), timeText(at)]))`
  const env = { ...process.env, TZ: zone }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
  return JSON.parse(stdout)
}

test.each([
  ['America/New_York', '29 Feb 2020', '29 Feb 2020 21:00:00'],
  ['Europe/Zurich', '1 Mar 2020', '1 Mar 2020 03:00:00'],
])('in %s an instant is local, and a birthday keeps its day', async (zone, day, time) => {
  expect(await textsIn(zone)).toEqual(['31 Jan 1980', '1980-01-31', '31 Jan', day, time])
})
