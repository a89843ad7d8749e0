import { basePath } from '@specie/protocol/endpoint.ts'
import { signedBodies, signingString } from '@specie/protocol/signing.ts'
import type { Operation } from './document.ts'
import { anchor } from './errors.ts'
import { answerExample, requestExample } from './example.ts'
import { answerTable, bodyTable, parameterTable } from './fields.ts'
import { type Html, html, paragraphs } from './html.ts'
import { code, prettyJson, sample, section } from './parts.ts'

export function endpointSection(title: string, about: string, operations: readonly Operation[]): Html {
  return section(tagAnchor(title), `${title} calls`, [html`<p>${about}</p>`, ...operations.map(endpoint)])
}

export function tagAnchor(tag: string): string {
  return `calls-${tag.toLowerCase()}`
}

function endpoint(operation: Operation): Html {
  const { id, method, path, summary, signed } = operation
  const access = signed ? html`<a href="#signing">signed</a>` : html`public`
  return html`<article id="${id}" class="beside" aria-labelledby="${id}-title">
    <div>
      <h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
      <p class="route"><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)} ${access}</p>
      ${paragraphs(operation.description)} ${request(operation)} ${answerTable('Answer', operation.answer)}
      ${failures(operation)}
    </div>
    <div>${requestSample(operation)} ${sample('Answer, 200', prettyJson(answerExample(operation)))}</div>
  </article>`
}

function request({ query, body }: Operation): Html {
  if (body === null) return parameterTable('Query', query)
  const empty = Object.keys(body.schema.properties ?? {}).length === 0
  return html`<p>${empty ? 'No fields: an empty body' : 'Sent'} as ${code(body.mediaType)}.</p>
    ${bodyTable('Fields', body.schema)}`
}

function requestSample(operation: Operation): Html {
  const path = `${basePath}${operation.path}`
  if (operation.body === null) return sample('Request', `curl "$SPECIE_URL${path}"`)
  const fields = requestExample(operation.body.schema)
  const isForm = operation.body.mediaType !== 'application/json'
  const body = isForm
    ? new URLSearchParams(fields as Record<string, string>).toString()
    : JSON.stringify(fields, null, 2)
  const nonce = '1794657600000'
  const lines = [
    `POST ${path}`,
    `Content-Type: ${operation.body.mediaType}`,
    'User-Agent: acme-treasury/1.0',
    'x-app-public-key: MFkwEwYHKoZIzj0CAQYI…',
    `x-app-nonce: ${nonce}`,
    'x-app-signed-data: MEUCIQ…',
    ...(body === '' ? [] : ['', body]),
  ]
  const signed = signingString(path, signedBodies(fields)[0], nonce)
  return html`${sample('Request', lines.join('\n'))} ${sample('What is signed', signed, 'one-string')}`
}

function failures({ failures }: Operation): Html {
  const links = failures.map(
    ({ status, code: errorCode }) => html`<li><a href="#${anchor(errorCode)}">${status} ${code(errorCode)}</a></li> `,
  )
  return html`<h4>Errors</h4>
    <ul class="codes">
      ${links}
    </ul>`
}
