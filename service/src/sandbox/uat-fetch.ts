import { maxAnswerBytes, outsideFetch } from '../base/http/outside.ts'

/** To the levers of UAT's own processes. */
export const uatFetch = outsideFetch({ withinMs: 30_000, maxBytes: maxAnswerBytes.json })
