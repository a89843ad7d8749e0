import { pinyinOf } from './alphabets.ts'
import { variantsFolded } from './han.ts'
import { remembered } from './remembered.ts'
import { romanisations } from './pinyin.ts'

/** For each syllable of a name, the readings that it can have. */
export type Syllables = readonly (readonly string[])[]

const severalReadings: { readonly [character: string]: readonly string[] } = {
  乐: ['yue', 'le'], 行: ['xing', 'hang'], 朝: ['chao', 'zhao'], 重: ['chong', 'zhong'], 曾: ['zeng'], 长: ['chang', 'zhang'],
  查: ['zha', 'cha'], 翟: ['zhai', 'di'], 柏: ['bai', 'bo'], 卜: ['bu', 'bo'], 车: ['che', 'ju'], 覃: ['tan', 'qin'], 单: ['shan', 'dan'],
  仇: ['qiu', 'chou'], 解: ['xie', 'jie'], 任: ['ren'], 区: ['ou', 'qu'], 晟: ['sheng', 'cheng'], 茜: ['xi', 'qian'], 娜: ['na', 'nuo'],
  盖: ['ge', 'gai'], 贾: ['jia', 'gu'], 沈: ['shen', 'chen'], 石: ['shi', 'dan'], 葛: ['ge'], 冼: ['xian'], 缪: ['miao', 'mou'], 乜: ['nie'],
  种: ['zhong', 'chong'], 员: ['yuan', 'yun'], 黑: ['hei'], 盛: ['sheng', 'cheng'], 强: ['qiang', 'jiang'], 阿: ['a', 'e'], 呂: ['lu'], 吕: ['lu'],
  律: ['lu'], 绿: ['lu'], 女: ['nu'], 率: ['lu', 'shuai'], 卡: ['ka', 'qia'], 俞: ['yu', 'shu'], 还: ['huan', 'hai'], 传: ['chuan', 'zhuan'],
} // prettier-ignore

const doubleSurnames = new Set(
  '欧阳 司马 诸葛 上官 夏侯 司徒 东方 皇甫 尉迟 公孙 慕容 令狐 长孙 宇文 独孤 端木 轩辕 南宫 西门 东郭 百里 呼延 澹台 闻人 赫连 鲜于 申屠'.split(
    ' ',
  ),
)

export const hanSyllables = (text: string): Syllables =>
  Array.from(variantsFolded(text)).map((character) => severalReadings[character] ?? [pinyinOf(character)])

/** Where the given name begins. */
export const surnameLength = (text: string): number =>
  Array.from(text).length > 2 && doubleSurnames.has(Array.from(variantsFolded(text)).slice(0, 2).join('')) ? 2 : 1

const longest = 6
const mostSyllables = 3

/** All ways to cut a Latin word into syllables, each with what it can mean in any romanisation. */
export const chineseSyllables = remembered((word: string): readonly Syllables[] => {
  const ways = new Map<string, Syllables>()
  for (const way of romanisations.flatMap((one) => cutWord(word, one))) {
    const places = way.map(({ length }) => length).join()
    const known = ways.get(places)
    ways.set(
      places,
      way.map(({ meant }, n) => (known === undefined ? meant : [...new Set([...known[n]!, ...meant])])),
    )
  }
  return [...ways.values()]
})

export const pinyinSyllables = remembered((word: string): readonly Syllables[] =>
  cutWord(word, romanisations[0]!).map((way) => way.map(({ meant }) => meant)),
)

type Cut = readonly { readonly length: number; readonly meant: readonly string[] }[]

const cutWord = (word: string, of: ReadonlyMap<string, readonly string[]>): Cut[] =>
  word.length > longest * mostSyllables || !/^[a-z]+$/.test(word) ? [] : cut(word, of, mostSyllables)

function cut(word: string, of: ReadonlyMap<string, readonly string[]>, left: number): Cut[] {
  if (word === '') return [[]]
  if (left === 0) return []
  const ways: Cut[] = []
  for (let length = Math.min(longest, word.length); length > 0; length--) {
    const meant = of.get(word.slice(0, length))
    if (meant === undefined) continue
    for (const rest of cut(word.slice(length), of, left - 1)) ways.push([{ length, meant }, ...rest])
  }
  return ways
}
