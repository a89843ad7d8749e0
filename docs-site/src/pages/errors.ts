import { type ErrorCode, errors, sandboxCuresOf } from '@specie/protocol/errors.ts'
import { sandboxCallOf } from '@specie/protocol/sandbox/calls.ts'
import { type Example, type Examples, isProvoked } from '../examples/examples.ts'
import type { Facts } from './facts.ts'
import { type Html, html, nothing, prose } from '../markup/html.ts'
import type { Page } from './page.ts'
import { code, prettyJson, sample, section, table } from '../markup/parts.ts'
import { methodOf } from '../samples/target.ts'
import { samplesOf } from './call.ts'

const codes = Object.keys(errors) as ErrorCode[]

/** Error messages link to `/docs/errors#<code>`: the rows of the table. Each row leads to the page of its code. */
export function errorsPage({ sandbox }: Facts, { errors: provoked }: Examples): Page {
  const example = provoked['invalid_nonce']
  return {
    path: '/docs/errors',
    title: 'Errors',
    short: 'All errors',
    about: 'Every code with what it means and what to do next.',
    body: () => [
      section('body', 'The body of an error', [
        html`<p>
          Every HTTP error has this body. Decide by <code>code</code>; <code>message</code> is for humans and may
          change. <code>details</code> holds what helps to correct the request.
          ${
            sandbox
              ? html`Where a call of the <a href="/docs/sandbox">sandbox</a> gets you further,
                  <code>details.sandbox</code> names it.`
              : nothing
          }
        </p>`,
        example && isProvoked(example) ? sample('Error body', prettyJson(example.answer.body)) : nothing,
      ]),
      section(
        'after',
        'After an error',
        html`<ul>
          <li>
            <strong>After a 500 or a lost connection</strong> the outcome is not known: look the operation up by your
            client id before you send it again.
          </li>
          <li><strong>After a 503</strong> nothing was done: send it again.</li>
          <li><strong>After a 429</strong> nothing was done: wait for <code>Retry-After</code>.</li>
          <li>
            Status 200 marks an order reject: the call went through, and the <code>error</code> object of its answer
            carries the code.
          </li>
        </ul>`,
      ),
      section('codes', 'All codes', errorTable()),
    ],
  }
}

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
  return links.length === 0 ? nothing : html`<p>In UAT: ${links}.</p>`
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
      withoutLead: true,
      body: () => [
        html`<p class="route"><span class="method">${status}</span> ${code(errorCode)}</p>`,
        section('cause', 'Cause', html`<p>${prose(message)}</p>`),
        section('cure', 'Cure', [html`<p>${prose(cure)}</p>`, facts.sandbox ? inSandbox(errorCode) : nothing]),
        ...(example === undefined ? [] : [section('example', 'Example', exampleOf(example))]),
      ],
    }
  })
}

function exampleOf(example: Examples['errors'][ErrorCode]): Html | Html[] {
  if (!isProvoked(example)) return html`<p>No request over HTTP can be shown that meets it: ${example.reason}</p>`
  const { request, answer } = example
  return [
    sample('Request', requestText(example)),
    sample(`Answer, ${answer.status}`, prettyJson(answer.body), 'one-string'),
    methodOf(example) !== null && request.headers === undefined ? samplesOf(example) : nothing,
  ]
}

/** The request as it was sent. */
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
