// Arabic and Hebrew write few vowels: a word of theirs is aligned with a Latin word, letter by letter.

const arabic: { readonly [letter: string]: string } = {
  ا: 'a e i o u aa', ب: 'b p', ت: 't', ث: 'th s t', ج: 'j g dj dzh zh c', ح: 'h', خ: 'kh h ch x', د: 'd', ذ: 'dh z d th', ر: 'r', ز: 'z s',
  س: 's c ss', ش: 'sh ch s sch', ص: 's', ض: 'd dh z', ط: 't', ظ: 'z dh d', ع: ' a e o', غ: 'gh g', ف: 'f ph v', ق: 'q k g gh c', ك: 'k c g q',
  ل: 'l', م: 'm', ن: 'n', ه: 'h a ah e eh', و: 'w v u o ou oo au ow', ي: 'y i ee e ei ai j ie ey', پ: 'p', چ: 'ch', ژ: 'zh j', گ: 'g', ٹ: 't', ڈ: 'd', ڑ: 'r', ں: 'n', ے: 'e i ay',
} // prettier-ignore
const hebrew: { readonly [letter: string]: string } = {
  א: ' a e i o u', ב: 'b v', ג: 'g j', ד: 'd', ה: 'h a ah e', ו: 'v w u o oo ou', ז: 'z', ח: 'h ch kh', ט: 't', י: 'y i j ee ai ei', כ: 'k ch kh c',
  ך: 'k ch kh', ל: 'l', מ: 'm', ם: 'm', נ: 'n', ן: 'n', ס: 's', ע: ' a e i o', פ: 'p f ph', ף: 'f p', צ: 'ts tz z c', ץ: 'ts tz z', ק: 'k c q', ר: 'r', ש: 'sh s', ת: 't th',
} // prettier-ignore
const table = new Map(
  [...Object.entries(arabic), ...Object.entries(hebrew)].map(
    ([letter, sounds]) => [letter, sounds.split(' ')] as const,
  ),
)

const unwrittenVowel = 0.12
const letterWithoutSound: { readonly [letter: string]: number } = {
  ا: 0.25,
  و: 0.6,
  ي: 0.5,
  ه: 0.35,
  ع: 0.1,
  א: 0.15,
  ע: 0.1,
  ה: 0.3,
  ו: 0.5,
  י: 0.35,
}

/** How many letters differ between a word without vowels and a Latin one; unwritten vowels cost little. */
export function abjadDistance(word: string, latin: string): number {
  const width = latin.length + 1
  const cost = new Float64Array((word.length + 1) * width).fill(Number.POSITIVE_INFINITY)
  cost[0] = 0
  const reach = (at: number, value: number): void => {
    if (value < cost[at]!) cost[at] = value
  }
  for (let i = 0; i <= word.length; i++) {
    for (let j = 0; j <= latin.length; j++) {
      const here = cost[i * width + j]!
      if (here === Number.POSITIVE_INFINITY) continue
      if (j < latin.length) reach(i * width + j + 1, here + skipped(latin, j))
      if (i === word.length) continue
      const letter = word[i]!
      reach((i + 1) * width + j, here + (letterWithoutSound[letter] ?? 1))
      for (const sound of table.get(letter) ?? []) {
        if (latin.startsWith(sound, j)) reach((i + 1) * width + j + sound.length, here)
      }
    }
  }
  return cost[word.length * width + latin.length]!
}

/** The cost of a Latin letter that nothing stands for. */
function skipped(latin: string, at: number): number {
  const letter = latin[at]!
  if (at > 0 && latin[at - 1] === letter) return 0.02
  if (letter === 'a' && at === latin.length - 1) return 0.45
  if ('aeiou'.includes(letter)) return at > 0 && 'aeiou'.includes(latin[at - 1]!) ? 0.3 : unwrittenVowel
  if (letter === 'h') return at === latin.length - 1 ? 0.1 : 0.6
  if (letter === 'y' || letter === 'w') return 0.35
  return 1
}

/** Consonants of a word, for an index. */
export const abjadLatin = (word: string): string =>
  Array.from(word)
    .map((letter) => table.get(letter)?.find((sound) => sound !== '') ?? '')
    .join('')
