import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { signedBodies, signingString } from '@specie/protocol/signing/signing.ts'
import type { Operation, Tag } from '../openapi/document.ts'
import type { Example } from '../examples/examples.ts'
import { answerTable, bodyTable, parameterTable } from '../openapi/fields.ts'
import { type Html, html, emptyHtml, paragraphs } from '../markup/html.ts'
import type { Page } from '../model/page.ts'
import { code, prettyJson, sample, section, tabs } from '../markup/parts.ts'
import { languages } from '../samples/languages.ts'

/** One call: its fields, its answer, its errors, and a sample in every language. */
export function callPage(operation: Operation, example: Example | undefined): Page {
  const { id, method, path, summary, signed } = operation
  const access = signed ? html`<a href="/docs/signing">signed</a>` : html`public`
  return {
    path: `/docs/calls/${id}`,
    title: summary,
    short: path.slice(path.lastIndexOf('/') + 1),
    about: firstSentence(operation.description),
    withoutLead: true,
    body: () => [
      html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)} ${access}</p>`,
      ...callSections(operation, example),
    ],
  }
}

export function callSections(operation: Operation, example: Example | undefined): Html[] {
  return [
    section('what', 'What it does', paragraphs(operation.description)),
    section('request', 'Request', [requestOf(operation), example ? samplesOf(example) : emptyHtml]),
    section('answer', 'Answer', [
      example ? sample(`Answer, ${example.answer.status}`, prettyJson(example.answer.body)) : emptyHtml,
      answerTable('Fields of the answer', operation.answer),
    ]),
    ...(example?.request.signed ? [section('signed', 'What is signed', signedOf(example))] : []),
    section('errors', 'Errors', failures(operation)),
  ]
}

export const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text

function requestOf({ query, parts, body }: Operation): Html {
  const path = parameterTable('Parts of the path', parts)
  if (body === null) {
    const none = query.length + parts.length === 0 ? html`<p>No parameters.</p>` : emptyHtml
    return html`${none} ${path} ${parameterTable('Query', query)}`
  }
  const empty = Object.keys(body.schema.properties ?? {}).length === 0
  return html`<p>${empty ? 'No fields: an empty body' : 'Sent'} as ${code(body.mediaType)}.</p>
    ${path} ${bodyTable('Fields', body.schema)}`
}

/** The same request in every language. */
export function samplesOf(example: Example): Html {
  return tabs(
    'sample',
    'Language of the sample',
    languages.map(({ id, title, write }) => ({ id, title, content: sample(title, write(example)) })),
  )
}

const nonce = '1794657600000'

function signedOf({ request: { path, fields, headers } }: Example): Html {
  const signed = signingString(path, signedBodies(fields)[0], headers?.['x-app-nonce'] ?? nonce)
  return html`<p>With the nonce ${code(nonce)}; <a href="/docs/signing">how to sign</a> has the rules.</p>
    ${sample('Signing string', signed, 'one-string')}`
}

function failures({ failures }: Operation): Html {
  const links = failures.map(
    ({ status, code: errorCode }) =>
      html`<li><a href="/docs/errors/${errorCode}">${status} ${code(errorCode)}</a></li> `,
  )
  return html`<ul class="codes">
    ${links}
  </ul>`
}

/** All calls by subject. */
export function callsPage(tags: readonly Tag[], operations: readonly Operation[]): Page {
  const rows = (tag: string): Html[] =>
    operations
      .filter((operation) => operation.tag === tag)
      .map(
        ({ id, path, summary, method }) =>
          html`<li>
            <a href="/docs/calls/${id}"
              ><span class="method ${method.toLowerCase()}">${method}</span> ${code(path.replace(basePath, ''))}</a
            >
            ${summary}
          </li>`,
      )
  return {
    path: '/docs/calls',
    title: 'All calls',
    short: 'All calls',
    about: 'Every call of the API, by subject.',
    body: () =>
      tags.map(({ name, description }) =>
        section(name.toLowerCase(), name, [
          html`<p>${description}</p>`,
          html`<ul class="list">
            ${rows(name)}
          </ul>`,
        ]),
      ),
  }
}
