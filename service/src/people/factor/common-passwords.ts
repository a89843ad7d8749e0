// The most frequent leaked passwords of twelve characters and more. Most are one of a few words, doubled or surrounded
// by digits and signs, so this lists the words and not every form.

const words = new Set(
  `password passwort passw0rd motdepasse contrasena qwertyuiop qwertzuiop asdfghjkl zxcvbnm qwerty qwertz azerty azertyuiop
   letmein letmeinnow welcome willkommen bienvenue iloveyou iloveyouforever administrator admin changeme changemenow
   changeit default secret topsecret supersecret mypassword yourpassword newpassword oldpassword thisismypassword
   thepassword passwordpassword trustno superman batman spiderman starwars pokemon princess sunshine football baseball
   basketball liverpool manchester manchesterunited chelsea arsenal barcelona juventus dragon monkey shadow master michael
   jennifer jordan charlie computer internet access login guest summer winter spring autumn january february august
   september october november december monday freedom whatever nothing whoknows correcthorsebatterystaple
   correcthorse opensesame abracadabra blink slipknot metallica linkinpark myspace facebook google samsung iphone
   minecraft fortnite naruto stablecoin specie bitcoin ethereum blockchain testtest testing test user demo hello
   helloworld lovely loveyou loveme babygirl unknown fuckyou asshole biteme mustang corvette ferrari mercedes porsche
   harley motorola qazwsx qazwsxedc zaqwsx qweasd qweasdzxc asdf abc abcd abcdef abcdefgh abcdefghijkl
   abcdefghijklmnopqrstuvwxyz`.split(/\s+/),
)

const runs = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
]

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < 5) return true
  if (runs.some((run) => run.includes(text))) return true
  return [text, unleet(text)].some((form) => isWord(bare(form)) || isWord(half(bare(form))))
}

const isWord = (text: string): boolean => words.has(text) || /^\d*$/.test(text)

/** Without the digits and signs at its ends. */
const bare = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const unleet = (text: string): string => bare(text).replaceAll(/[013457@$!]/g, (sign) => letters[sign]!)

/** The first half of a doubled text. */
function half(text: string): string {
  const middle = text.slice(0, text.length / 2)
  return middle + middle === text ? middle : text
}
