import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { readRequest } from './read-request.ts'

const expected = {
  method: 'POST',
  target: '/api/v1/private/addOrder',
  contentType: 'application/x-www-form-urlencoded',
  publicKey: 'MFkw',
  nonce: '7',
  signature: 'MEUC',
  body: 'symbol=VCHF%2FCHF&orderqty=1',
}

const http = `POST /api/v1/private/addOrder HTTP/1.1\r
Host: uat.example\r
Content-Type: application/x-www-form-urlencoded\r
X-App-Public-Key: MFkw\r
x-app-nonce: 7\r
x-app-signed-data: MEUC\r
\r
symbol=VCHF%2FCHF&orderqty=1\r
`
const curl = `curl -sS -X POST "https://uat.example/api/v1/private/addOrder" \\
  -H 'x-app-public-key: MFkw' -H "x-app-nonce: 7" --header x-app-signed-data:\\ MEUC \\
  -A acme --data-raw 'symbol=VCHF%2FCHF' -d orderqty=1`

test('HTTP text and a curl command are read alike', () => {
  expect(readRequest(http)).toEqual(expected)
  expect(readRequest(curl)).toEqual({ ...expected, target: 'https://uat.example/api/v1/private/addOrder' })
})

test('quotes of a shell are removed, and their content is kept', () => {
  const { body } = readRequest(`curl -d '{"a":"b c"}' -d "{\\"d\\":\\"$e\\"}" http://x/`)
  expect(body).toBe('{"a":"b c"}&{"d":"$e"}')
})

test('an incomplete paste is no request and no error', () => {
  for (const text of ['', 'POST', 'POST /api', 'curl', 'curl -H', "curl -d 'never closed"])
    expect(inspect(readRequest(text)).parts).toBeNull()
})

const says = (over: Partial<typeof expected>) =>
  Object.fromEntries(
    inspect({ ...expected, ...over }).findings.map(({ step, isRight, says }) => [step, isRight || says]),
  )

test('each step names its problem', () => {
  expect(says({})).toMatchObject({ Method: true, Path: true, Body: true, Nonce: true })
  expect(says({ method: 'GET' })).toMatchObject({ Method: 'Every signed call is a POST.' })
  expect(says({ target: '/private/addOrder' })).toMatchObject({ Path: 'A signed call goes to /api/v1/private/….' })
  expect(says({ body: 'a=1&a=2' })).toMatchObject({ Body: expect.stringContaining('The field "a" appears twice') })
  expect(says({ contentType: 'application/json', body: '{}' })).toMatchObject({ Body: true })
  expect(says({ contentType: 'application/json', body: '{"a":"b"}' })).toMatchObject({
    Body: 'This call takes application/x-www-form-urlencoded.',
  })
  expect(says({ nonce: '07' })).toMatchObject({ Nonce: expect.stringContaining('leading zeros') })
  expect(says({ publicKey: '' })).toMatchObject({ 'Public key': expect.stringContaining('missing') })
  expect(says({ signature: '???' })).toMatchObject({ Signature: expect.stringContaining('not base64') })
})

test('the signing string is path, canonical body and nonce, without host and query', () => {
  const { strings, parts } = inspect({ ...expected, target: 'https://uat.example/api/v1/private/addOrder?x=1' })
  expect(strings).toEqual(['/api/v1/private/addOrder{"orderqty":"1","symbol":"VCHF/CHF"}7'])
  expect(parts).toEqual({ path: expected.target, body: '{"orderqty":"1","symbol":"VCHF/CHF"}', nonce: '7' })
  expect(inspect({ ...expected, body: '' }).strings).toEqual([`${expected.target}7`, `${expected.target}{}7`])
})
