// Lists write countries in English, each in its own way. The table has our code for each spelling that they use.

/** The code of a country that a list names or gives as a code; null if it is none of ours. */
export const countryCode = (text: string): string | null => codes.get(key(text)) ?? null

/** Without case, marks, punctuation and «the»; «and» and «&» are the same. */
function key(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('&', ' and ')
  const words = letters.replaceAll(/['’]/g, '').split(/[^\p{L}]+/u)
  return words.filter((word) => word !== '' && word !== 'the').join(' ')
}

const table = `
AD Andorra
AE United Arab Emirates|UAE
AF Afghanistan
AG Antigua & Barbuda
AI Anguilla
AL Albania
AM Armenia
AO Angola
AQ Antarctica
AR Argentina
AS American Samoa
AT Austria
AU Australia
AW Aruba
AX Åland Islands
AZ Azerbaijan
BA Bosnia & Herzegovina|Bosnia-Herzegovina
BB Barbados
BD Bangladesh
BE Belgium
BF Burkina Faso
BG Bulgaria
BH Bahrain
BI Burundi
BJ Benin
BL St. Barthélemy|Saint Barthélemy
BM Bermuda
BN Brunei|Brunei Darussalam
BO Bolivia|Bolivia, Plurinational State of|Plurinational State of Bolivia
BQ Caribbean Netherlands
BR Brazil
BS Bahamas|Bahamas, The
BT Bhutan
BV Bouvet Island
BW Botswana
BY Belarus
BZ Belize
CA Canada
CC Cocos (Keeling) Islands
CD Congo - Kinshasa|Congo, Democratic Republic of|Congo (Democratic Republic)|Democratic Republic of Congo|Congo, Democratic Republic|DR Congo|DRC|Zaire
CF Central African Republic
CG Congo - Brazzaville|Congo|Republic of Congo|Congo, Republic of
CH Switzerland
CI Côte d’Ivoire|Ivory Coast
CK Cook Islands
CL Chile
CM Cameroon
CN China|People's Republic of China|China, People's Republic of
CO Colombia
CR Costa Rica
CU Cuba
CV Cape Verde|Cabo Verde
CW Curaçao|Netherlands Antilles
CX Christmas Island
CY Cyprus
CZ Czechia|Czech Republic
DE Germany
DJ Djibouti
DK Denmark
DM Dominica
DO Dominican Republic
DZ Algeria
EC Ecuador
EE Estonia
EG Egypt
EH Western Sahara
ER Eritrea
ES Spain
ET Ethiopia
FI Finland
FJ Fiji
FK Falkland Islands
FM Micronesia|Federated States of Micronesia|Micronesia, Federated States of
FO Faroe Islands
FR France
GA Gabon
GB United Kingdom|UK|Great Britain|England|Scotland|Wales|Northern Ireland|United Kingdom of Great Britain and Northern Ireland|British
GD Grenada
GE Georgia
GF French Guiana
GG Guernsey
GH Ghana
GI Gibraltar
GL Greenland
GM Gambia|Gambia, The
GN Guinea
GP Guadeloupe
GQ Equatorial Guinea
GR Greece
GS South Georgia & South Sandwich Islands
GT Guatemala
GU Guam
GW Guinea-Bissau
GY Guyana
HK Hong Kong SAR China|Hong Kong|Hong Kong, China
HM Heard & McDonald Islands
HN Honduras
HR Croatia
HT Haiti
HU Hungary
ID Indonesia
IE Ireland
IL Israel
IM Isle of Man
IN India
IO British Indian Ocean Territory
IQ Iraq
IR Iran|Iran, Islamic Republic of|Islamic Republic of Iran|Iran (Islamic Republic of)
IS Iceland
IT Italy
JE Jersey
JM Jamaica
JO Jordan
JP Japan
KE Kenya
KG Kyrgyzstan
KH Cambodia
KI Kiribati
KM Comoros
KN St. Kitts & Nevis|Saint Kitts and Nevis
KP North Korea|Korea, North|DPRK|Democratic People's Republic of Korea|Korea, Democratic People's Republic of|Korea (Democratic People's Republic of)
KR South Korea|Korea, South|Republic of Korea|Korea, Republic of|Korea
KW Kuwait
KY Cayman Islands
KZ Kazakhstan
LA Laos|Lao People's Democratic Republic|Lao PDR
LB Lebanon
LC St. Lucia|Saint Lucia
LI Liechtenstein
LK Sri Lanka
LR Liberia
LS Lesotho
LT Lithuania
LU Luxembourg
LV Latvia
LY Libya|Libyan Arab Jamahiriya|State of Libya
MA Morocco
MC Monaco
MD Moldova|Republic of Moldova|Moldova, Republic of
ME Montenegro
MF St. Martin|Saint Martin
MG Madagascar
MH Marshall Islands
MK North Macedonia|Macedonia|Macedonia, former Yugoslav Republic of|Former Yugoslav Republic of Macedonia
ML Mali
MM Myanmar (Burma)|Myanmar|Burma
MN Mongolia
MO Macao SAR China|Macau|Macao
MP Northern Mariana Islands
MQ Martinique
MR Mauritania
MS Montserrat
MT Malta
MU Mauritius
MV Maldives
MW Malawi
MX Mexico
MY Malaysia
MZ Mozambique
NA Namibia
NC New Caledonia
NE Niger
NF Norfolk Island
NG Nigeria
NI Nicaragua
NL Netherlands
NO Norway
NP Nepal
NR Nauru
NU Niue
NZ New Zealand
OM Oman
PA Panama
PE Peru
PF French Polynesia
PG Papua New Guinea
PH Philippines
PK Pakistan
PL Poland
PM St. Pierre & Miquelon|Saint Pierre and Miquelon
PN Pitcairn Islands
PR Puerto Rico
PS Palestinian Territories|Palestine|Palestinian|Palestinian Territory, Occupied|Occupied Palestinian Territories|State of Palestine|West Bank|Gaza|Gaza Strip|Region: Gaza
PT Portugal
PW Palau
PY Paraguay
QA Qatar
RE Réunion
RO Romania
RS Serbia|Serbia and Montenegro|Yugoslavia
RU Russia|Russian Federation
RW Rwanda
SA Saudi Arabia
SB Solomon Islands
SC Seychelles
SD Sudan
SE Sweden
SG Singapore
SH St. Helena|Saint Helena
SI Slovenia
SJ Svalbard & Jan Mayen
SK Slovakia
SL Sierra Leone
SM San Marino
SN Senegal
SO Somalia
SR Suriname
SS South Sudan
ST São Tomé & Príncipe
SV El Salvador
SX Sint Maarten
SY Syria|Syrian Arab Republic
SZ Eswatini|Swaziland
TC Turks & Caicos Islands
TD Chad
TF French Southern Territories
TG Togo
TH Thailand
TJ Tajikistan
TK Tokelau
TL Timor-Leste|East Timor
TM Turkmenistan
TN Tunisia
TO Tonga
TR Türkiye|Turkey
TT Trinidad & Tobago
TV Tuvalu
TW Taiwan|Taiwan, Province of China|Taiwan, China
TZ Tanzania|Tanzania, United Republic of|United Republic of Tanzania
UA Ukraine
UG Uganda
UM U.S. Outlying Islands
US United States|United States of America|USA
UY Uruguay
UZ Uzbekistan
VA Vatican City|Holy See|Holy See (Vatican City State)
VC St. Vincent & Grenadines|Saint Vincent and the Grenadines
VE Venezuela|Venezuela, Bolivarian Republic of|Bolivarian Republic of Venezuela|Venezuela (Bolivarian Republic of)
VG British Virgin Islands|Virgin Islands, British
VI U.S. Virgin Islands|Virgin Islands, U.S.
VN Vietnam|Viet Nam
VU Vanuatu
WF Wallis & Futuna
WS Samoa
XK Kosovo
YE Yemen
YT Mayotte
ZA South Africa
ZM Zambia
ZW Zimbabwe`

const codes = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const code = line.slice(0, 2)
      const names = line.slice(3).split('|')
      return [code, ...names].map((name): [string, string] => [key(name), code])
    }),
)
