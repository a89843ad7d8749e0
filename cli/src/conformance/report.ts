import type { Result } from './check.ts'

// The results as text. As JSON the report is the list of results.

export function reportText(base: string, results: readonly Result[]): string {
  const areas = [...new Set(results.map(({ area }) => area))]
  const sections = areas.map((area) =>
    sectionOf(
      area,
      results.filter((result) => result.area === area),
    ),
  )
  return [`Conformance of ${base}`, ...sections, summaryOf(results)].join('\n\n')
}

/** Failed and skipped checks are named; passed ones are counted. */
function sectionOf(area: string, results: readonly Result[]): string {
  const passed = results.filter(({ outcome }) => outcome === 'passed').length
  return [`${area}: ${passed} of ${results.length} passed`, ...results.flatMap(linesOf)].join('\n')
}

function linesOf(result: Result): string[] {
  if (result.outcome === 'passed') return []
  if (result.outcome === 'skipped') return [`  skipped  ${result.name}: ${result.why}`]
  return [
    `  FAILED   ${result.name}`,
    `             expected  ${result.expected}`,
    `             actual    ${result.actual}`,
    `             rule      ${result.rule}`,
    ...(result.traceid === null ? [] : [`             trace     ${result.traceid}`]),
  ]
}

export function summaryOf(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  const verdict =
    failed > 0
      ? 'It does not conform.'
      : skipped === 0 && passed > 0
        ? 'It conforms.'
        : 'The checked part conforms; the rest was not checked.'
  return `${passed} passed, ${failed} failed, ${skipped} skipped. ${verdict}`
}
