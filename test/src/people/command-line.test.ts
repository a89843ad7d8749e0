import { afterAll, beforeAll, expect, test } from 'vitest'
import { specieProcess } from '../specie.ts'
import { accepted, browser, type Served, servePeople } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

test('the command line gets a token when its person has confirmed the code that it shows', async () => {
  const at = browser(served.origin, 'staff')
  const { email } = await accepted(served, at, null, ['support'])
  const command = specieProcess({ SPECIE_URL: served.origin }, 'sign-in')
  const userCode = await shownCode()
  expect((await at.post('device/confirm', { user_code: userCode })).status).toBe(200)
  const { code, said } = await command
  expect([code, said]).toEqual([0, expect.stringContaining(`${served.origin}/console/device`)])
  const token = /export SPECIE_TOKEN=([\w-]{43})/.exec(said)![1]!
  const { body } = await browser(served.origin, 'staff').get('me', { authorization: `Bearer ${token}` })
  expect(body.person.email).toBe(email)
})

/** The code that the device has been given, as its screen shows it. */
const shownCode = () =>
  expect
    .poll(() => served.database.owner.query<{ code: string }>('select user_code as code from people.device'), {
      timeout: 20_000,
    })
    .toHaveLength(1)
    .then(async () => {
      const [row] = await served.database.owner.query<{ code: string }>('select user_code as code from people.device')
      return row!.code
    })

test('where nobody answers it says what to set', async () => {
  const { code, said } = await specieProcess({ SPECIE_URL: 'http://127.0.0.1:9' }, 'sign-in')
  expect([code, said]).toEqual([1, expect.stringContaining('SPECIE_URL')])
})
