import { activities } from './activities.ts'
import { fillers, qualifiers } from './company-words.ts'
import { legalForms } from './legal-forms.ts'
import { brands } from './brands.ts'
import { cities } from './cities.ts'
import { moreActivities } from './more-activities.ts'
import { places } from './places.ts'
import { remembered } from '../scripts/remembered.ts'
import { lookupIn } from './word-lists.ts'
import { normal } from '../names/split.ts'

export const activityOf = lookupIn([activities, moreActivities])
export const fillerOf = lookupIn([fillers])
export const qualifierOf = lookupIn([qualifiers])
export const brandOf = lookupIn([brands])
export const placeOf = lookupIn([places, cities])

/** Words without meaning between others. */
export const connectors = new Set(
  'of имени им the and und et y e i & de del della dello delle dei degli des du d da do dos das di der die den dem für fur for pour para per la le les el los las lo il gli al au aux a to in im en na и у по при в для на του της των και و ال في من של ו ve ile og och en van voor met with by 의 の に & zu zur zum von vom'.split(
    ' ',
  ),
)

const numerals: { readonly [word: string]: string } = {
  ii: '2', iii: '3', iv: '4', vi: '6', vii: '7', viii: '8', ix: '9', xi: '11', xii: '12', xiii: '13', xiv: '14', xv: '15', xvi: '16',
  one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12', twenty: '20', thirty: '30', forty: '40', fifty: '50', hundred: '100', thousand: '1000',
  eins: '1', zwei: '2', drei: '3', vier: '4', fünf: '5', deux: '2', trois: '3', quatre: '4', cinq: '5', dos: '2', tres: '3', cuatro: '4', cinco: '5', один: '1', два: '2', три: '3', четыре: '4', пять: '5',
  '1st': '1', '2nd': '2', '3rd': '3', first: '1', second: '2', third: '3', fourth: '4', fifth: '5', sixth: '6', seventh: '7', eighth: '8', ninth: '9', tenth: '10',
} // prettier-ignore

/** The number that a word is: digits, Roman numerals, English ordinals. */
export function numberOf(word: string): string | null {
  const digits = /^(?:no|nr|n)?(\d+)(?:st|nd|rd|th|er|e|й|я|ая)?$/u.exec(word)?.[1]
  if (digits !== undefined) return digits.replace(/^0+(?=\d)/, '')
  return Object.hasOwn(numerals, word) ? numerals[word]! : null
}

/** A word of «No. 12»: it adds nothing to the number. */
export const numberSigns = new Set(['no', 'nr', 'num', 'number', 'numero', 'número', 'nummer', 'numéro', '№', 'рег'])

const legalWord = remembered((word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ς', 'σ')
    .normalize('NFC'),
)

type Family = string
const forms = new Map<string, Family>()
for (const line of legalForms.trim().split('\n')) {
  const [family, list] = line.split(': ')
  for (const form of list!.split('|')) {
    const key = legalKey(
      normal(form)
        .split(/[\s.,&/()（）-]+/u)
        .filter(Boolean),
    )
    if (key !== '' && !forms.has(key)) forms.set(key, family!)
  }
}

function legalKey(words: readonly string[]): string {
  return words.map(legalWord).join(' ')
}

/** First words of legal forms: most words are none. */
const beginnings = new Set([...forms.keys()].map((form) => form.split(' ')[0]!))

const longestForm = 7

/** The legal form that begins here: its kind and how many words it has. */
export function legalFormAt(
  words: readonly string[],
  at: number,
): { readonly family: Family; readonly count: number } | null {
  if (!beginnings.has(legalWord(words[at]!))) return null
  for (let count = Math.min(longestForm, words.length - at); count > 0; count--) {
    const family = forms.get(legalKey(words.slice(at, at + count)))
    if (family !== undefined) return { family, count }
  }
  return null
}

/** Legal forms of East Asian names stand without a space at either end. */
export const eastAsianForms: readonly (readonly [string, Family])[] = [...forms]
  .filter(([form]) => /^[\p{Script=Han}\p{Script=Hangul}]{2,}$/u.test(form) || form === '주' || form === '株')
  .toSorted(([a], [b]) => b.length - a.length)
