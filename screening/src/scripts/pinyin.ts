import { southernSyllables } from './cantonese.ts'

// Syllables of Chinese names in their romanisations, as the pinyin syllables that they can stand for.

const initials = 'b p m f d t n l g k h j q x zh ch sh r z c s y w'.split(' ')
const finals: { readonly [initial: string]: string } = {
  '': 'a o e ai ei ao ou an en ang eng er',
  b: 'a o ai ei ao an en ang eng i ie iao ian in ing u',
  p: 'a o ai ei ao ou an en ang eng i ie iao ian in ing u',
  m: 'a o e ai ei ao ou an en ang eng i ie iao iu ian in ing u',
  f: 'a o ei ou an en ang eng u',
  d: 'a e ai ei ao ou an en ang eng ong i ie iao iu ian ing u uo ui uan un',
  t: 'a e ai ao ou an ang eng ong i ie iao ian ing u uo ui uan un',
  n: 'a e ai ei ao ou an en ang eng ong i ie iao iu ian in iang ing u uo uan ve v',
  l: 'a e ai ei ao ou an ang eng ong i ia ie iao iu ian in iang ing u uo uan un ve v',
  g: 'a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang',
  k: 'a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang',
  h: 'a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang',
  j: 'i ia ie iao iu ian in iang ing iong u ue uan un',
  q: 'i ia ie iao iu ian in iang ing iong u ue uan un',
  x: 'i ia ie iao iu ian in iang ing iong u ue uan un',
  zh: 'a e ai ei ao ou an en ang eng ong i u ua uo uai ui uan un uang',
  ch: 'a e ai ao ou an en ang eng ong i u ua uo uai ui uan un uang',
  sh: 'a e ai ei ao ou an en ang eng i u ua uo uai ui uan un uang',
  r: 'e ao ou an en ang eng ong i u ua uo ui uan un',
  z: 'a e ai ei ao ou an en ang eng ong i u uo ui uan un',
  c: 'a e ai ao ou an en ang eng ong i u uo ui uan un',
  s: 'a e ai ao ou an en ang eng ong i u uo ui uan un',
  y: 'a e ao ou an ang i in ing ong u ue uan un',
  w: 'a o ai ei an en ang eng u',
}

const syllables = ['', ...initials].flatMap((initial) => finals[initial]!.split(' ').map((final) => initial + final))

/** The spelling of a pinyin syllable by Wade and Giles, without apostrophes and marks. */
function wadeGiles(pinyin: string): string {
  const initial = initials.filter((one) => pinyin.startsWith(one)).toSorted((a, b) => b.length - a.length)[0] ?? ''
  const final = pinyin.slice(initial.length)
  const whole: { readonly [syllable: string]: string } = {
    zhi: 'chih', chi: 'chih', shi: 'shih', ri: 'jih', zi: 'tzu', ci: 'tzu', si: 'ssu', er: 'erh', ye: 'yeh',
    yan: 'yen', you: 'yu', yong: 'yung', yi: 'i', ge: 'ko', ke: 'ko', he: 'ho', e: 'o',
    ju: 'chu', qu: 'chu', xu: 'hsu', jue: 'chueh', que: 'chueh', xue: 'hsueh', yue: 'yueh', gui: 'kuei', kui: 'kuei',
  } // prettier-ignore
  if (whole[pinyin] !== undefined) return whole[pinyin]
  const first: { readonly [initial: string]: string } = {
    b: 'p', d: 't', g: 'k', zh: 'ch', j: 'ch', q: 'ch', x: 'hs', z: 'ts', c: 'ts', r: 'j',
  } // prettier-ignore
  const last = final
    .replace(/^ong$/, 'ung')
    .replace(/^iong$/, 'iung')
    .replace(/^ian$/, 'ien')
    .replace(/^ie$/, 'ieh')
    .replace(/^[uv]e$/, 'ueh')
    .replace(/^v$/, 'u')
  const rounded =
    last === 'uo' && !['g', 'k', 'h', 'sh'].includes(initial) ? 'o' : last === 'e' && initial !== '' ? 'e' : last
  return (first[initial] ?? initial) + rounded
}

/** From a spelling to the pinyin syllables that it can mean; one map for each romanisation. */
export const romanisations: readonly ReadonlyMap<string, readonly string[]>[] = [
  readings(
    syllables.flatMap((one) => [
      [one, one],
      [one.replace('v', 'u'), one.replace('v', 'u')],
      [one.replace('v', 'yu'), one.replace('v', 'u')],
    ]),
  ),
  readings(
    syllables.flatMap((one) => [
      [wadeGiles(one), one.replace('v', 'u')],
      [wadeGiles(one).replace(/^i$/, 'yi'), one],
      [wadeGiles(one).replace(/^(tz|ss)u$/, '$1e'), one],
      [wadeGiles(one).replace(/^tzu$/, 'tse'), one],
      [wadeGiles(one).replace(/^ssu$/, 'sze'), one],
      [wadeGiles(one).replace(/uei$/, 'ui'), one],
    ]),
  ),
  readings(
    southernSyllables
      .trim()
      .split(/[|\n]/)
      .flatMap((row) => {
        const [spelling, meant] = row.split(' ')
        return meant === undefined ? [] : meant.split(',').map((one) => [spelling!, one.replace('v', 'u')])
      }),
  ),
]

function readings(pairs: readonly string[][]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [spelling, pinyin] of pairs) {
    const known = found.get(spelling!) ?? []
    if (!known.includes(pinyin!)) found.set(spelling!, [...known, pinyin!])
  }
  return found
}
