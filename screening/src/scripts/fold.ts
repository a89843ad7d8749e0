import { remembered } from './remembered.ts'

// One spelling for a sound that languages and ways of transliteration write differently: «Tchaikovsky», «Chaykovskiy».
// Capital letters stand for sounds of several letters: S for sh, C for ch, J for zh and dj, Z for ts.

const rules: readonly (readonly [RegExp, string])[] = [
  [/[^a-z]/g, ''],
  [/^mc(?=[a-z])/, 'mac'],
  [/(.)\1+/g, '$1$1'],
  [/schtsch|shtsh|chtch|shch|stsch|szcz|scsh/g, 'S'],
  [/tsch|tch|tsh|cz/g, 'C'],
  [/sch|sh|sz/g, 'S'],
  [/dzh|dsch|dj|zh|dž/g, 'J'],
  [/^kh|kh/g, 'h'],
  [/^dsh/, 'J'],
  [/ph/g, 'f'],
  [/ck|cq|qu(?=[ei])|q/g, 'k'],
  [/ch/g, 'C'],
  [/c$/, 'C'],
  [/cc?(?=[eiy])/g, 's'],
  [/c(?=v)/g, 'Z'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/(?<=[^aeiouy])yo/g, 'e'],
  [/or$/, 'er'],
  [/tz|ts/g, 'Z'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/bh/g, 'b'],
  [/gh/g, 'g'],
  [/^rh/, 'r'],
  [/(?<=[aeiou])h$/, ''],
  [/dt$/, 't'],
  [/mps/g, 'ms'],
  [/ou|oo|uu/g, 'u'],
  [/off?$|ow$/, 'ov'],
  [/eff?$|ew$/, 'ev'],
  [/w/g, 'v'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
  [/ae/g, 'e'],
  [/aa/g, 'a'],
  [/([ae])[yi]?ev/g, '$1yev'],
  [/ee/g, 'i'],
  [/(?<=[aeou])j/g, 'i'],
  [/j(?=[aeou])/g, 'y'],
  [/j/g, 'i'],
  [/[ea][iy]/g, 'ai'],
  [/^[yi]e/, 'e'],
  [/(?<=[^aeiou])[yi]e/g, 'e'],
  [/[iy]{2,}/g, 'i'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
]

export const fold = remembered((word: string): string => {
  let folded = word
  for (const [from, to] of rules) folded = folded.replace(from, to)
  return folded
})

/** The consonants as far as Chinese syllables can tell them apart. */
export const looseSkeleton = (text: string): string =>
  text
    .replace(/th|ts|tz|zh|ch|sh|[szcxjq]/g, 'S')
    .replace(/ph|[bpfv]/g, 'B')
    .replace(/ng|[mn]/g, 'N')
    .replace(/[dt]/g, 'T')
    .replace(/[gkh]/g, 'K')
    .replace(/[lr]/g, 'R')
    .replace(/[aeiouwy]/g, '')
    .replace(/(.)\1+/g, '$1')

/** The consonants as far as kana can tell them apart. */
export const soundSkeleton = (text: string): string =>
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
    .replace(/(.)\1+/g, '$1')
