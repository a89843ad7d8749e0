import { keyOf } from './word-lists.ts'

// Words in names of persons that are no names.

const titleWords = `
mr mrs ms miss mister mme mlle m.lle madame monsieur mademoiselle herr frau fräulein hr fr señor señora senor senora sr sra srta don doña dona dom signor signora sig pan pani gospodin gospozha г-н г-жа господин госпожа
dr doctor doktor dra drs prof professor professore profesor mag magister dipl ingenieur ingeniero engr eng lic licenciado mba phd md msc bsc llm esq esquire cpa rer nat jur hc habil univ
sir dame lord lady baron baroness baronin freiherr freiin count graf gräfin duke herzog prince prinz princess prinzessin king queen konig earl viscount marquis marquess markgraf rev reverend father pater padre fra bishop bischof archbishop cardinal pope rabbi rav imam mufti ayatollah ayatolla hojatoleslam hojjatoleslam hojat-ol-islam hujjatulislam allama allamah maulana mawlana maulvi mawlawi moulavi molvi mullah mulla molla mollah qari hafiz-e sheikh shaikh shaykh cheikh sheik şeyh scheich hajji haji hadji hajj haj hac hacı al-hajj alhaji hajja ustaz ustad ustadh akhund emir-ul
general gen colonel col major maj captain capt capitan lieutenant lt ltc sergeant sgt admiral adm commander cmdr comandante brigadier brig marshal marschall oberst hauptmann генерал полковник майор капитан коммандер komandan commandant cmdt gral pvt corporal
president präsident presidente minister ambassador senator governor hon honorable honourable his her excellency he hrh hm hrm chairman director judge justice secretary
shri sri smt kumari pandit swami datuk dato datin tan-sri tengku tuan puan encik nyonya bapak ibu u? daw ko? sensei 氏 様 さん 先生 女士 小姐 夫人 博士 教授 総理 主席 씨 님 선생 박사 회장 대통령 السيد السيدة الشيخ شيخ الحاج حاج حاجي الدكتور دكتور د المهندس ملا مولانا مولوی مولوي آیت‌الله حجت‌الاسلام سردار العقيد اللواء الأمير الملك الإمام ד״ר דר מר גב׳ פרופ רב κ κος κα δρ
aka alias fka nee née geb geborene born veuve vda viuda called dit jsc
`
/** Particles between names. */
const particleWords = `
al el ul ad as ash az ar adh il l d bin ibn ben bint bint-e binti binte ould wuld bani banu
van von der den dem de del della dello delle degli dei di da do dos das du des la le les las los lo zu zum zur ter ten te vom af av y e och und and of the zur auf op
ال بن ابن بنت آل ולד בן בת של
`
const kunyas = new Set(['abu', 'abou', 'abo', 'umm', 'um', 'oum', 'bu'].map((word) => keyOf(word)))

const listed = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .trim()
      .split(/\s+/)
      .filter((word) => !word.endsWith('?')),
  )
const titles = listed(titleWords)
const particles = listed(particleWords)

export const isTitle = (word: string): boolean => titles.has(word)
export const isParticle = (word: string): boolean => particles.has(word)
export const isKunya = (key: string): boolean => kunyas.has(key)

const generations: { readonly [word: string]: string } = {
  jr: 'junior', jnr: 'junior', junior: 'junior', filho: 'junior', fils: 'junior', hijo: 'junior', младший: 'junior',
  sr: 'senior', snr: 'senior', senior: 'senior', père: 'senior', padre: 'senior', старший: 'senior',
  neto: 'grandson', sobrinho: 'nephew', ii: '2', iii: '3', iv: '4', vi: '6', vii: '7', viii: '8', ix: '9', '2nd': '2', '3rd': '3', '4th': '4', '5th': '5',
} // prettier-ignore

/** The generation that a last word names: «Jr», «III». */
export const generationOf = (word: string): string | null => generations[word] ?? null

/** Patronymics of East Slavic and Turkic names, by their key: they are often left out. */
export const isPatronymic = (key: string): boolean =>
  key.length > 6 && /(?:[oe]viC|[oe]vna|iniCna|iCna|ogli|oglu|kizi)$/.test(key)
