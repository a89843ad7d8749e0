import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Behaviour, callbackOrders, type Decision, isFault } from './behaviour.ts'
import {
  type Message,
  problemsOfConfirmation,
  problemsOfDecision,
  problemsOfInquiry,
  problemsOfReply,
  problemsOfRequest,
} from './messages.ts'
import { travelAddress } from './travel-address.ts'

// A second implementation of a TRP counterparty, written from the specification alone. It shares no code with the service or
// with the VASP of UAT, so that an error of one in reading the specification cannot hide in the other. It reads strictly.

export type Case = {
  readonly behaviour: Behaviour
  readonly wallet: string
  readonly travelAddress: string
  readonly inquiries: Message[]
  readonly confirmations: Message[]
  /** Statuses of the answers to our callbacks. */
  readonly answers: number[]
  /** Decisions of the other side on inquiries of ours. */
  readonly decisions: any[]
  /** Everything that was not as published. */
  readonly problems: string[]
}

/** That of a peer which only asks. */
const silent: Behaviour = {
  accepts: 'none',
  reply: 'version',
  fault: 'always',
  callbacks: 'never',
  confirmation: 'taken',
}

export type SecondPeer = Awaited<ReturnType<typeof openSecondPeer>>

export async function openSecondPeer() {
  const cases = new Map<string, Case>()
  const underWay: Promise<void>[] = []
  const server = createServer((request, response) => {
    const { url = '', method = '', headers } = request
    underWay.push(text(request).then((body) => answer(url, { url, method, headers, body }, response)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(url: string, message: Message, response: ServerResponse): Promise<void> {
    const [, name = '', step = ''] = new URL(url, base).pathname.split('/')
    const one = cases.get(name)
    if (one === undefined) return end(response, 404)
    try {
      one.problems.push(...problemsOfRequest(message))
      if (step === 'inquiry') await inquired(name, one, message, response)
      else if (step === 'confirm') confirmed(one, message, response)
      else if (step === 'decision') decided(one, message, response)
      else throw new Error(`a request to ${url}`)
    } catch (error) {
      one.problems.push(String(error))
      end(response, 500)
    }
  }

  async function inquired(name: string, one: Case, message: Message, response: ServerResponse): Promise<void> {
    const { behaviour, inquiries, problems } = one
    if (message.url !== `/${name}/inquiry?t=i`) problems.push(`the address is ${message.url}`)
    problems.push(...problemsOfInquiry(message), ...problemsOfRepetition(inquiries, message))
    const isFirst = !inquiries.some(({ headers }) => headers['api-version'] === behaviour.accepts)
    inquiries.push(message)
    if (message.headers['api-version'] !== behaviour.accepts) return end(response, 400)
    const { before = false } = callbackOrders[behaviour.callbacks] as { before?: boolean }
    if (isFirst && before) await callBack(name, one, message)
    reply(name, one, message, isFirst, response)
    if (isFirst && !before) await callBack(name, one, message)
  }

  function reply(name: string, one: Case, message: Message, isFirst: boolean, response: ServerResponse): void {
    const { behaviour, wallet } = one
    const kind = !isFirst && behaviour.fault === 'once' && isFault(behaviour.reply) ? 'version' : behaviour.reply
    if (kind === 'none') return void response.destroy()
    if (kind === '503' || kind === '400') return end(response, Number(kind))
    const bodies = {
      version: { version: behaviour.accepts },
      approved: decisionBody(name, wallet, 'approve'),
      rejected: decisionBody(name, wallet, 'reject'),
    }
    end(response, 200, message, kind === 'malformed' ? '{"approved":' : JSON.stringify(bodies[kind]))
  }

  const decisionBody = (name: string, wallet: string, decision: Decision) =>
    decision === 'reject'
      ? { rejected: 'The payee is unknown.' }
      : {
          approved: {
            address: decision === 'approve' ? wallet : `0x${'1'.repeat(40)}`,
            callback: `${base}/${name}/confirm`,
          },
        }

  async function callBack(name: string, one: Case, { body }: Message): Promise<void> {
    const plan: { send: Decision[]; token?: string } = callbackOrders[one.behaviour.callbacks]
    const { callback } = JSON.parse(body)
    const url = plan.token === 'wrong' ? callback.replace(/.{8}$/, '00000000') : callback
    for (const decision of plan.send) {
      const version = one.behaviour.accepts
      const { status, problems } = await post(url, version, decisionBody(name, one.wallet, decision))
      one.answers.push(status)
      one.problems.push(...problems)
    }
  }

  function confirmed(one: Case, message: Message, response: ServerResponse): void {
    const { behaviour, confirmations, problems } = one
    problems.push(...problemsOfConfirmation(message), ...problemsOfRepetition(confirmations, message))
    if (confirmations.some(({ body }) => body !== message.body)) problems.push('it confirms twice, differently')
    confirmations.push(message)
    const isFirst = confirmations.length === 1
    if (isFirst && behaviour.confirmation === 'second time') return end(response, 503)
    if (isFirst && behaviour.confirmation === 'reply lost') return void response.destroy()
    // The address was used by the message whose reply was lost.
    end(response, behaviour.confirmation === 'reply lost' ? 404 : 204, message)
  }

  function decided(one: Case, message: Message, response: ServerResponse): void {
    one.problems.push(...problemsOfDecision(message))
    one.decisions.push(JSON.parse(message.body))
    end(response, 204, message)
  }

  return {
    base,
    cases,
    open(name: string, wallet: string, behaviour: Behaviour = silent): Case {
      const address = travelAddress(`${base}/${name}/inquiry?t=i`)
      const empty = { inquiries: [], confirmations: [], answers: [], decisions: [], problems: [] }
      const one: Case = { behaviour, wallet, travelAddress: address, ...empty }
      cases.set(name, one)
      return one
    },
    /** All callbacks have been answered. */
    settled: () => Promise.all(underWay),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends a message of ours. */
export async function post(url: string, version: string, body: unknown) {
  const headers = {
    'api-version': version,
    'request-identifier': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
  }
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, { method: 'POST', headers, body: sent, redirect: 'manual' })
  return { status: response.status, body: await response.text(), problems: problemsOfReply(headers, response) }
}

/** The same identifier in the same version is the same message, and one to another version keeps what it asks. */
function problemsOfRepetition(earlier: Message[], message: Message): string[] {
  const key = ({ headers }: Message) => `${headers['request-identifier']} ${headers['api-version']}`
  const same = earlier.find((one) => key(one) === key(message))
  return same === undefined || same.body === message.body ? [] : ['another message with the same identifier']
}

function end(response: ServerResponse, status: number, request?: Message, body = ''): void {
  const { 'api-version': version, 'request-identifier': id } = request?.headers ?? {}
  const repeated = request === undefined ? {} : { 'api-version': version, 'request-identifier': id }
  const type = body === '' ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { ...repeated, ...type }).end(body)
}
