import { type ErrorCode, errors, sandboxCuresOf } from '@specie/protocol/errors.ts'
import { sandboxCallOf } from '@specie/protocol/sandbox/calls.ts'
import { type Example, type Examples, isProvoked } from '../examples/examples.ts'
import type { Facts } from '../model/facts.ts'
import { type Html, html, emptyHtml, prose } from '../markup/html.ts'
import type { Parts } from '../markup/markdown.ts'
import type { Page } from '../model/page.ts'
import { code, prettyJson, sample, section, table } from '../markup/parts.ts'
import { methodOf } from '../samples/target.ts'
import { samplesOf } from './call.ts'

const codes = Object.keys(errors) as ErrorCode[]

/** The parts of docs/errors.md. Error messages link to `/docs/errors#<code>`: the rows of the table. */
export const errorParts = ({ errors: provoked }: Examples): Parts => ({
  'error-body': () => {
    const example = provoked['invalid_nonce']
    return isProvoked(example) ? sample('Error body', prettyJson(example.answer.body)) : emptyHtml
  },
  errors: errorTable,
})

function errorTable(): Html {
  const rows = codes.map((errorCode) => {
    const { status, message, cure } = errors[errorCode]
    return { id: errorCode, cells: [codeLink(errorCode), String(status), prose(message), prose(cure)] }
  })
  return table('All error codes', ['Code', 'Status', 'What it means', 'What to do next'], rows, 'wordy')
}

const codeLink = (errorCode: ErrorCode): Html => html`<a href="/docs/errors/${errorCode}"><code>${errorCode}</code></a>`

function inSandbox(errorCode: ErrorCode): Html {
  const links = sandboxCuresOf(errorCode).map((call, index) => {
    const [method = '', path = ''] = call.split(' ')
    const { name } = sandboxCallOf(method, path)!
    return html`${index === 0 ? '' : ' or '}<a href="/docs/sandbox/${name}">${code(call)}</a>`
  })
  return links.length === 0 ? emptyHtml : html`<p>In UAT: ${links}.</p>`
}

export function errorPages(facts: Facts, { errors: provoked }: Examples): Page[] {
  return codes.map((errorCode) => {
    const { status, message, cure } = errors[errorCode]
    const example = provoked[errorCode]
    return {
      path: `/docs/errors/${errorCode}`,
      title: errorCode,
      short: errorCode,
      about: message,
      words: String(status),
      withoutLead: true,
      body: () => [
        html`<p class="route"><span class="method">${status}</span> ${code(errorCode)}</p>`,
        section('cause', 'Cause', html`<p>${prose(message)}</p>`),
        section('cure', 'Cure', [html`<p>${prose(cure)}</p>`, facts.sandbox ? inSandbox(errorCode) : emptyHtml]),
        ...(example === undefined ? [] : [section('example', 'Example', exampleOf(example))]),
      ],
    }
  })
}

function exampleOf(example: Examples['errors'][ErrorCode]): Html | Html[] {
  if (!isProvoked(example)) return html`<p>No request over HTTP can cause it:${example.reason}</p>`
  const { request, answer } = example
  return [
    sample('Request', requestText(example)),
    sample(`Answer, ${answer.status}`, prettyJson(answer.body), 'one-string'),
    methodOf(example) !== null && request.headers === undefined ? samplesOf(example) : emptyHtml,
  ]
}

/** The request as sent. */
export function requestText({ request: { method, path, fields, body, headers = {}, signed } }: Example): string {
  const types = {
    none: [],
    form: ['Content-Type: application/x-www-form-urlencoded'],
    json: ['Content-Type: application/json'],
  }
  const form = new URLSearchParams(fields as Record<string, string>).toString()
  const content = body === 'json' ? JSON.stringify(fields, null, 2) : form
  return [
    `${method} ${path}`,
    ...types[body],
    'User-Agent: acme-treasury/1.0',
    ...(signed && !('x-app-signed-data' in headers)
      ? ['x-app-public-key, x-app-nonce, x-app-signed-data: as every signed call']
      : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === 'none' || content === '' ? [] : ['', content]),
  ].join('\n')
}
