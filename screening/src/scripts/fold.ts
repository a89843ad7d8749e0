import { remembered } from './remembered.ts'

// One spelling for a sound that languages and ways of transliteration write differently: «Tchaikovsky», «Chaykovskiy».
// Capital letters stand for sounds of several letters: S for sh, C for ch, J for zh and dj, Z for ts.

/** A letter that a word must have for the rule, the rule, and what it writes. */
const rules: readonly (readonly [string, RegExp, string])[] = [
  ['', /[^a-z]/g, ''],
  ['c', /^mc(?=[a-z])/, 'mac'],
  ['', /(.)\1+/g, '$1$1'],
  ['s', /schtsch|shtsh|shch|stsch|szcz|scsh/g, 'S'],
  ['c', /chtch/g, 'S'],
  ['c', /tsch|tch|cz/g, 'C'],
  ['h', /tsh/g, 'C'],
  ['s', /sch|sh|sz/g, 'S'],
  ['d', /dzh|dsch|dj|dž/g, 'J'],
  ['z', /zh/g, 'J'],
  ['k', /kh/g, 'h'],
  ['d', /^dsh/, 'J'],
  ['p', /ph/g, 'f'],
  ['c', /ck|cq/g, 'k'],
  ['q', /qu(?=[ei])|q/g, 'k'],
  ['c', /ch/g, 'C'],
  ['c', /c$/, 'C'],
  ['c', /cc?(?=[eiy])/g, 's'],
  ['c', /c(?=v)/g, 'Z'],
  ['c', /c/g, 'k'],
  ['x', /x/g, 'ks'],
  ['y', /(?<=[^aeiouy])yo/g, 'e'],
  ['r', /or$/, 'er'],
  ['t', /tz|ts/g, 'Z'],
  ['h', /th/g, 't'],
  ['h', /dh/g, 'd'],
  ['h', /bh/g, 'b'],
  ['h', /gh/g, 'g'],
  ['h', /^rh/, 'r'],
  ['h', /(?<=[aeiou])h$/, ''],
  ['t', /dt$/, 't'],
  ['p', /mps/g, 'ms'],
  ['', /ou|oo|uu/g, 'u'],
  ['o', /off?$|ow$/, 'ov'],
  ['e', /eff?$|ew$/, 'ev'],
  ['w', /w/g, 'v'],
  ['e', /oe/g, 'o'],
  ['e', /ue/g, 'u'],
  ['e', /ae/g, 'e'],
  ['a', /aa/g, 'a'],
  ['v', /([ae])[yi]?ev/g, '$1yev'],
  ['e', /ee/g, 'i'],
  ['j', /(?<=[aeou])j/g, 'i'],
  ['j', /j(?=[aeou])/g, 'y'],
  ['j', /j/g, 'i'],
  ['', /[ea][iy]/g, 'ai'],
  ['e', /^[yi]e/, 'e'],
  ['e', /(?<=[^aeiou])[yi]e/g, 'e'],
  ['', /[iy]{2,}/g, 'i'],
  ['y', /y/g, 'i'],
  ['', /(.)\1+/g, '$1'],
]

export const fold = remembered((word: string): string => {
  let folded = word
  for (const [letter, from, to] of rules) if (folded.includes(letter)) folded = folded.replace(from, to)
  return folded
})

/** Two letters that are one sound of Chinese, and single letters; vowels are none. */
const looseSounds: { readonly [letters: string]: string } = {
  th: 'S', ts: 'S', tz: 'S', zh: 'S', ch: 'S', sh: 'S', ph: 'B', ng: 'N',
  s: 'S', z: 'S', c: 'S', x: 'S', j: 'S', q: 'S', b: 'B', p: 'B', f: 'B', v: 'B', m: 'N', n: 'N', d: 'T', t: 'T', g: 'K', k: 'K', h: 'K', l: 'R', r: 'R',
  a: '', e: '', i: '', o: '', u: '', w: '', y: '',
} // prettier-ignore

/** The consonants as far as Chinese syllables can tell them apart. */
export function looseSkeleton(text: string): string {
  let skeleton = ''
  for (let at = 0; at < text.length; at++) {
    const two = looseSounds[text.slice(at, at + 2)]
    const isTwo = two !== undefined && two !== '' && at + 1 < text.length
    const sound = isTwo ? two : (looseSounds[text[at]!] ?? text[at]!)
    if (isTwo) at += 1
    if (sound !== skeleton.at(-1)) skeleton += sound
  }
  return skeleton
}

/** The consonants as far as kana can tell them apart. */
export const soundSkeleton = remembered((text: string): string =>
  text
    .replace(/tsch|tch|ch(?=[eiaou])|sch|sh|ts|th|ce|ci|[sz]/g, 's')
    .replace(/ph|f(?=[^u]|$)|f/g, 'h')
    .replace(/dz|j|g(?=[ei])/g, 'j')
    .replace(/[ckq]|x/g, 'k')
    .replace(/dt/g, 't')
    .replace(/[bv]/g, 'b')
    .replace(/[lr]/g, 'r')
    .replace(/[mn]/g, 'n')
    .replace(/[aeiouwy]/g, '')
    .replace(/(?<=.)h(?=[^h]|$)/g, 'h')
    .replace(/(.)\1+/g, '$1'),
)
