import { readFileSync } from 'node:fs'
import type { ErrorCode } from '@specie/protocol/errors.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'

// Requests to a UAT with their answers: made by `node tools/docs-examples.ts`, which also checks that the service still gives
// these answers. Ids, times, hashes and keys are replaced by fixed ones.

export type Fields = { readonly [name: string]: Json }

export type Example = {
  readonly request: {
    readonly method: 'GET' | 'POST'
    /** With its query. */
    readonly path: string
    /** The body: a form, or JSON. */
    readonly fields: Fields
    readonly body: 'none' | 'form' | 'json'
    readonly signed: boolean
    /** In addition to the errors of every call. */
    readonly headers?: { readonly [name: string]: string }
  }
  readonly answer: { readonly status: number; readonly body: Json }
}

/** An error that no request over HTTP can cause, and why. */
export type Unprovoked = { readonly reason: string }

export type Examples = {
  readonly calls: { readonly [name: string]: Example }
  readonly sandbox: { readonly [name: string]: Example }
  readonly errors: { readonly [code in ErrorCode]: Example | Unprovoked }
}

export const readExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('./examples.gen.json', import.meta.url), 'utf8')) as Examples

export const isProvoked = (example: Example | Unprovoked): example is Example => 'request' in example
