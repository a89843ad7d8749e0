// Invented names: common given names with family names and words that no one has. The same number gives the same name.

/** In Latin letters, and in the script of the country if it has another one. */
export type Spelled = { readonly latin: string; readonly native: string | null }

type Culture = {
  readonly countries: readonly (readonly [code: string, name: string])[]
  /** ISO 15924, as SECO and OFAC name scripts; null for Latin. */
  readonly script: string | null
  readonly given: readonly string[]
  readonly stems: readonly string[]
  readonly endings: readonly string[]
  /** Between stem and ending, or before both. */
  readonly legal: readonly string[]
  readonly familyFirst?: true
}

/** `latin/native`; without a slash both are the same. */
const cultures: readonly Culture[] = [
  {
    countries: [
      ['RU', 'Russia'],
      ['BY', 'Belarus'],
      ['KZ', 'Kazakhstan'],
    ],
    script: 'Cyrl',
    given: split(
      'Arkadi/Аркадий Bogdan/Богдан Venyamin/Веньямин Gleb/Глеб Zakhar/Захар Ilya/Илья Kirill/Кирилл Lev/Лев Makar/Макар Nikita/Никита Oleg/Олег Platon/Платон Timur/Тимур Fedor/Фёдор',
    ),
    stems: split(
      'Zarkov/Зарков Belmur/Бельмур Trizhan/Трижан Ostavk/Оставк Kolverd/Кольверд Mirzhan/Миржан Drobush/Дробуш Velyasht/Веляшт Pergund/Пергунд Shchavel/Щавель Yuzhbat/Южбат Gorbenz/Горбенз',
    ),
    endings: split('in/ин ov/ов enko/енко sky/ский ich/ич'),
    legal: split('OOO/ООО AO/АО PAO/ПАО'),
  },
  {
    countries: [
      ['SY', 'Syria'],
      ['IQ', 'Iraq'],
      ['LY', 'Libya'],
      ['YE', 'Yemen'],
    ],
    script: 'Arab',
    given: split(
      'Adnan/عدنان Basim/باسم Daoud/داود Faisal/فيصل Ghassan/غسان Haitham/هيثم Jamil/جميل Karim/كريم Mazin/مازن Nabil/نبيل Rashad/رشاد Salim/سليم Tariq/طارق Ziyad/زياد',
    ),
    stems: split(
      'Barqand/برقند Dulmah/دلماه Farzum/فرزوم Harbaz/هربز Jandul/جندول Khartuf/خرطوف Malqash/ملقش Nazrum/نظروم Qandush/قندوش Sarhab/سرهب Tulayb/طليب Wardun/وردون',
    ),
    endings: split('i/ي ani/اني awi/اوي a/ا'),
    legal: split('Company/شركة Establishment/مؤسسة'),
  },
  {
    countries: [
      ['CN', 'China'],
      ['HK', 'Hong Kong'],
    ],
    script: 'Hans',
    given: split(
      'Bolin/博林 Chenyu/晨宇 Dawei/大伟 Fengshan/凤山 Guanghe/光河 Haotian/昊天 Jingtao/景涛 Kunpeng/鲲鹏 Lixin/立新 Mingze/明泽 Qiuyue/秋月 Ruolan/若兰 Songbai/松柏 Zihan/子涵',
    ),
    stems: split(
      'Ouzhan/瓯展 Shuhei/疏黑 Tuoba/拓坝 Yanmo/雁墨 Zhenlu/震鹿 Quhong/衢虹 Menggu/梦谷 Luofu/洛浮 Keshan/柯杉 Huangmi/煌谧',
    ),
    endings: ['/'],
    legal: split('Co_Ltd/有限公司 Group/集团'),
    familyFirst: true,
  },
  {
    countries: [
      ['KP', 'North Korea'],
      ['KR', 'South Korea'],
    ],
    script: 'Hang',
    given: split(
      'Chang_Ho/창호 Dong_Min/동민 Eun_Bi/은비 Gyu_Tae/규태 Hae_Song/해송 Il_Nam/일남 Jin_Woo/진우 Kwang_Su/광수 Myong_Chol/명철 Sung_Il/성일 Tae_Hwa/태화 Yong_Gi/용기',
    ),
    stems: split('Palmo/팔모 Tukhan/툭한 Ssangu/쌍우 Nokdu/녹두 Dolmae/돌매 Bukcha/북차 Ryangmo/량모 Kotpal/콧팔'),
    endings: ['/'],
    legal: split('Trading_Corporation/무역회사 General_Bureau/총국'),
    familyFirst: true,
  },
  {
    countries: [
      ['GR', 'Greece'],
      ['CY', 'Cyprus'],
    ],
    script: 'Grek',
    given: split(
      'Achilleas/Αχιλλέας Dimosthenis/Δημοσθένης Fotis/Φώτης Ioanna/Ιωάννα Kleanthis/Κλεάνθης Loukas/Λουκάς Miltos/Μίλτος Sotiris/Σωτήρης Thanos/Θάνος Zoe/Ζωή',
    ),
    stems: split(
      'Vromid/Βρωμίδ Karpand/Καρπάνδ Lestor/Λεστόρ Mandrak/Μανδρακ Peltar/Πελτάρ Skourn/Σκουρν Tzamol/Τζαμόλ Psorian/Ψωριάν',
    ),
    endings: split('is/ης akis/άκης opoulos/όπουλος as/ας'),
    legal: split('SA/ΑΕ EPE/ΕΠΕ'),
  },
  {
    countries: [
      ['IL', 'Israel'],
      ['IR', 'Iran'],
    ],
    script: 'Hebr',
    given: split(
      'Avner/אבנר Boaz/בועז Dvora/דבורה Eitan/איתן Gadi/גדי Hillel/הלל Itamar/איתמר Meira/מאירה Nadav/נדב Yoram/יורם',
    ),
    stems: split(
      'Barkush/ברקוש Dalmun/דלמון Galpaz/גלפז Harduf/הרדוף Karmish/כרמיש Pelzur/פלצור Shavrit/שברית Tzamrod/צמרוד',
    ),
    endings: split('i/י on/ון an/ן'),
    legal: split('Ltd/בע״מ'),
  },
  {
    countries: [['JP', 'Japan']],
    script: 'Jpan',
    given: split(
      'Akihiro/明宏 Chizuru/千鶴 Daigo/大悟 Haruto/陽翔 Kazuma/一真 Masato/真人 Nobuo/信夫 Ryohei/涼平 Sadako/定子 Yoshiro/芳郎',
    ),
    stems: split(
      'Kuromaki/黒薪 Takezono/竹園 Hinoshita/檜下 Umebara/梅腹 Yukizawa/雪澤 Sabigawa/錆川 Torinuma/鳥沼 Asagumo/浅雲',
    ),
    endings: ['/'],
    legal: split('KK/株式会社 Godo_Kaisha/合同会社'),
    familyFirst: true,
  },
  {
    countries: [
      ['DE', 'Germany'],
      ['FR', 'France'],
      ['ZA', 'South Africa'],
      ['VE', 'Venezuela'],
      ['RW', 'Rwanda'],
    ],
    script: null,
    given: split(
      'Anselm Benedikt Célestine Dagmar Édouard François Gaspar Héctor Ignacio Joaquín Konstantin Léopold Mireille Nuño Øyvind Philippa Rüdiger Söhnke Thérèse Wolfram',
    ),
    stems: split(
      'Brandscheu Quellmoor Tressard Vauclin Morquebert Zubirarte Landazabal Overkwaad Nkundabatwe Habimurenge Pfefferkot Grünschlag Castañedor Dubrissac',
    ),
    endings: ['/', 'er/er', '-Maas/-Maas', 'ez/ez'],
    legal: split('GmbH SARL AG Ltd SA'),
  },
]

const words = split(
  'Zarkovia/Зарковия Meridan/Меридан Tolvex/Толвекс Ostrum/Острум Kirlan/Кирлан Balgoria/Балгория Vintaro/Винтаро Suprexa/Супрекса Nordelta/Норделта Galtrix/Галтрикс Pelago/Пелаго Quintar/Квинтар Rusveld/Русвельд Hydromar/Гидромар Altenza/Альтенза Bermolux/Бермолюкс',
)
const trades = split(
  'Trading Shipping Metals Chemicals Electronics Aviation Logistics Petroleum Holdings Engineering Import Agro',
)

function split(list: string): string[] {
  return list.split(' ').map((name) => name.replaceAll('_', ' '))
}

const spelled = (text: string): Spelled => {
  const [latin, native] = text.split('/')
  return { latin: latin!, native: native ?? null }
}

/** Mixed-radix digits of a number: each combination once before any repeats. */
function digits(number: number, ...bases: readonly number[]): number[] {
  let rest = number
  return bases.map((base) => {
    const digit = rest % base
    rest = Math.floor(rest / base)
    return digit
  })
}

export type SampleName = {
  readonly given: Spelled
  readonly middle: Spelled
  readonly family: Spelled
  /** In native script as its readers write it; null for Latin. */
  readonly native: string | null
  readonly script: string | null
  readonly country: readonly [code: string, name: string]
}

/** Tens of thousands of persons differ before a name repeats. */
export function personName(number: number): SampleName {
  const [at, ...rest] = digits(number, cultures.length, 1_000_000)
  const { given, stems, endings, script, countries, familyFirst } = cultures[at!]!
  const [stem, first, ending, second] = digits(rest[0]!, stems.length, given.length, endings.length, given.length)
  const [base, end] = [spelled(stems[stem!]!), spelled(endings[ending!]!)]
  const family = {
    latin: `${base.latin}${end.latin}`,
    native: base.native && `${base.native}${end.native ?? ''}`,
  }
  const [theGiven, middle] = [spelled(given[first!]!), spelled(given[(first! + second! + 1) % given.length]!)]
  const natives = familyFirst
    ? `${family.native}${theGiven.native}`
    : `${theGiven.native} ${middle.native} ${family.native}`
  const country = countries[number % countries.length]!
  return { given: theGiven, middle, family, native: script && natives, script, country }
}

export type SampleCompany = {
  readonly name: string
  readonly short: string
  readonly native: string | null
  readonly script: string | null
  readonly country: readonly [code: string, name: string]
}

export function companyName(number: number): SampleCompany {
  const [word, trade, other, series] = digits(number, words.length, trades.length, words.length, 1000)
  const { legal, script, countries } = cultures[number % cultures.length]!
  const [first, second] = [spelled(words[word!]!), spelled(words[(other! + word! + 1) % words.length]!)]
  const form = spelled(legal[number % legal.length]!)
  const tail = series === 0 ? '' : ` ${series! + 1}`
  return {
    name: `${first.latin} ${second.latin} ${trades[trade!]}${tail} ${form.latin}`,
    short: `${first.latin} ${trades[trade!]}${tail}`,
    native: script === 'Cyrl' ? `${form.native} «${first.native} ${second.native}${tail}»` : null,
    script: script === 'Cyrl' ? script : null,
    country: countries[number % countries.length]!,
  }
}

export const vesselName = (number: number): string => {
  const [word, colour, series] = digits(number, words.length, 7, 1000)
  const colours = ['STAR', 'PEARL', 'HORIZON', 'BREEZE', 'SPIRIT', 'CROWN', 'DAWN']
  return `${spelled(words[word!]!).latin.toUpperCase()} ${colours[colour!]}${series === 0 ? '' : ` ${series! + 1}`}`
}
