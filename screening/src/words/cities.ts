/** Cities, regions and further countries; the form of a line is in activities.ts. */
export const cities = `
moscow moskva moskwa moskow moskau moscou moscú mosca московск* москва москвы موسكو مسکو מוסקבה μόσχα 莫斯科 モスクワ 모스크바 moskvy moskovskiy
petersburg st-petersburg saint-petersburg sankt-peterburg petersbourg leningrad санкт-петербург* петербург* спб ленинград*
kyiv kiev kiew київ* киев* كييف 基辅 kijow
minsk минск* минский
donetsk донецк*
crimea krym крым* القرم 克里米亚 crimean
sevastopol sebastopol севастопол*
ural urals urale урал* уральск*
siberia siberian sibirien сибир*
volga волга волжск*
tula тульск* тула
kazan казан*
novosibirsk новосибирск*
novorossiysk новороссийск*
vladivostok владивосток*
caucasus кавказ*
caspian caspienne kaspisches хазар каспий* каспийск* خزر قزوین 里海
tehran teheran téhéran тегеран* طهران تهران طهران 德黑兰
tabriz тебриз* تبریز
isfahan esfahan ispahan إصفهان اصفهان
shiraz شیراز
baghdad bagdad багдад* بغداد 巴格达
basra basrah басра البصرة
mosul الموصل
damascus damas damaskus dimashq дамаск* دمشق الشام شام
aleppo alep halab алеппо حلب
beirut beyrouth bayrut бейрут* بيروت
amman عمّان
cairo kairo le-caire каир* القاهرة قاهره
alexandria iskandariya الإسكندرية
tripoli طرابلس
benghazi بنغازي
sanaa صنعاء
aden عدن
khartoum الخرطوم
riyadh الرياض
jeddah جدة
mecca makkah مكة
medina المدينة
istanbul стамбул* إسطنبول استانبول 伊斯坦布尔
ankara анкар* أنقرة
izmir
anatolia anadolu anatolian
kabul кабул* كابول کابل
kandahar قندهار
karachi كراتشي کراچی
lahore لاهور
islamabad
delhi дели
mumbai bombay мумба* 
kolkata calcutta
chennai madras
yangon rangoon
bangkok бангкок
hanoi
saigon hochiminh
jakarta djakarta
manila
kualalumpur kuala-lumpur
beijing peking pekin pechino pékin пекин* بكين 北京 ペキン 베이징 beijingshi
shanghai schanghai shanghaï шанхай* شنغهاي 上海 シャンハイ 상하이
guangzhou canton kanton гуанчжоу 广州 
guangdong kwangtung 广东
shenzhen шэньчжэнь 深圳
tianjin tientsin 天津
dalian dairen 大连
dandong 丹东
shenyang mukden 沈阳
qingdao tsingtao 青岛
nanjing nanking 南京
wuhan 武汉
chongqing chungking 重庆
chengdu 成都
xian sian 西安
hangzhou hangchow 杭州
suzhou soochow 苏州
ningbo ningpo 宁波
xiamen amoy 厦门
fujian fukien 福建
zhejiang chekiang 浙江
jiangsu kiangsu 江苏
shandong shantung 山东
sichuan szechuan szechwan 四川
hebei hopei 河北
henan honan 河南
hubei hupeh 湖北
hunan 湖南
jilin kirin 吉林
liaoning 辽宁
heilongjiang 黑龙江
harbin 哈尔滨
xinjiang sinkiang 新疆
tibet xizang 西藏
yunnan 云南
hainan 海南
zhuhai 珠海
dongguan 东莞
foshan 佛山
pudong 浦东
taipei taibei 台北 臺北
kaohsiung gaoxiong 高雄
tokyo токио طوكيو 東京 トウキョウ 도쿄 东京
osaka осака 大阪 오사카
kyoto киото 京都
yokohama иокогама 横浜
nagoya 名古屋
kobe 神戸
fukuoka 福岡
hokkaido 北海道
sapporo 札幌
hiroshima 広島
kyushu 九州
kansai 関西
seoul сеул* سيول 서울 首尔 ソウル
pusan busan пусан 부산 釜山
incheon inchon 인천
pyongyang pyeongyang пхеньян* 평양 平壤
rason rajin 라선
sinuiju 신의주
nampo 남포
zurich zürich zuerich zürcher zuercher цюрих* زيورخ 苏黎世 チューリッヒ
geneva genève geneve genf ginevra женев* جنيف 日内瓦 ジュネーブ
basel bâle basle базел*
bern berne берн
lugano
zug
lausanne
vienna wien vienne венск* вена فيينا 维也纳
berlin берлин* برلين 柏林
frankfurt франкфурт*
munich münchen muenchen мюнхен* 慕尼黑
hamburg гамбург* هامبورغ 汉堡
cologne köln koeln
düsseldorf dusseldorf duesseldorf
paris париж* باريس پاریس 巴黎 パリ 파리
lyon
marseille
london londres londra лондон* لندن לונדון 伦敦 ロンドン 런던
rome roma rom рим روما 罗马
milan milano mailand милан* 米兰
venice venezia venedig
turin torino
naples napoli neapel
madrid мадрид*
barcelona барселон*
lisbon lisboa lissabon
athens athen athènes atenas athina αθηνα αθηνών αθήνα αθήνας афин*
piraeus pireus πειραιας πειραιώς πειραιά
thessaloniki saloniki salonica θεσσαλονίκη θεσσαλονίκης
aegean αιγαιο αιγαίου
crete kriti κρήτη κρήτης
nicosia lefkosia λευκωσία
limassol lemesos λεμεσός
warsaw warszawa warschau варшав*
prague praha prag праг*
budapest будапешт*
bucharest bucuresti bucurești
sofia sofiya софия
belgrade beograd belgrad белград* београд*
zagreb загреб*
riga рига рижск*
tallinn таллин*
vilnius вильнюс*
helsinki хельсинк*
stockholm стокгольм*
copenhagen københavn kobenhavn kopenhagen
oslo осло
amsterdam амстердам*
rotterdam роттердам*
antwerp antwerpen anvers
brussels bruxelles brüssel bruessel brussel брюссел*
newyork new-york nyc نيويورك 纽约
havana habana la-habana гаван* 哈瓦那
caracas
bogota bogotá
bavaria bayern bayerische bavarian bavière бавар*
saxony sachsen
scandinavia scandinavian skandinaviska
balkan balkans
levantine
tatarstan tatar татар*
bashkortostan bashkir башкир* баш
yamal ямал*
sakhalin сахалин*
kuban кубан*
don дон донск*
polissya полісся полесье
ivorycoast ivory-coast ivorian ivoirienne ivoirien côte-d'ivoire cote-divoire кот-д-ивуар ساحل-العاج
senegal senegalese sénégal sénégalaise сенегал*
cameroon cameroun camerounaise camerounais
gabon gabonaise gabonese
mauritius maurice mauritian маврики*
mauritania mauritanie mauritanian موريتانيا
seychelles сейшел*
madagascar malagasy malgache
benin togo
chad tchad tchadienne تشاد
niger nigérienne
guinea guinée guinéenne гвине*
liberia liberian либери*
sierraleone sierra-leone
djibouti جيبوتي
malawi
costarica costa-rica
guatemala guatemalan guatemalteca
honduras honduran
elsalvador el-salvador
dominican dominicana república-dominicana
paraguay paraguayan
uruguay uruguayan
jamaica jamaican
bahamas
cayman caymans caimán
bvi british-virgin-islands virgin-islands
bermuda
belize белиз*
marshall-islands marshallislands маршаллов*
brunei
maldives
fiji
transnistria pridnestrovie pridnestrovian приднестров* transdniestria
kola кольск*
kherson херсон*
odessa odesa одес*
kharkiv kharkov харков* харьков*
lviv lvov lemberg львов*
dnipro dnepr днепр* dniepr
mariupol мариупол*
luhansk lugansk луган*
samara самар*
omsk омск*
perm пермь пермск*
chelyabinsk челябинск*
krasnoyarsk краснояр*
irkutsk иркут*
tyumen тюмен*
murmansk мурманск*
arkhangelsk архангельск*
kaliningrad калининград*
sochi сочи
rostov ростов*
voronezh воронеж*
chechnya chechen чечен* чечн*
dagestan дагестан*
yakutia yakut якут*
altai алтай*
almaty алматы алма-ата almaata
astana астан* нур-султан
tashkent ташкент*
baku баку бакинск*
tbilisi тбилис*
yerevan erevan ереван*
chisinau kishinev кишин*
bratislava
ljubljana
sarajevo сарајево
podgorica
skopje skoplje
tirana
sao-paulo saopaulo
rio-de-janeiro riodejaneiro
buenos-aires buenosaires
santiago
lima
quito
miami
chicago
boston
houston
texas texan
california californian
florida
alaska
ontario
quebec québec
toronto
vancouver
sydney
melbourne
auckland
karaganda караганд*
khorasan خراسان
khuzestan خوزستان
qeshm قشم
kish کیش
qom قم
ahvaz اهواز
mashhad مشهد
najaf النجف
karbala كربلاء
kirkuk كركوك
erbil arbil أربيل
kurdistan kurdish كردستان курд*
latakia lattakia اللاذقية
tartus tartous طرطوس
homs حمص
hama حماة
idlib إدلب
sidon saida صيدا
tyre sour صور
gaza غزة غзе
jerusalem القدس ירושלים al-quds
haifa חיפה حيفا
telaviv tel-aviv תל-אביב תלאביב
maghreb المغرب-العربي
levant الشام-بلاد
nile النيل نيل
euphrates furat الفرات فرات
tigris dijla dijlah دجلة
babylon babel بابل
hormuz hormozgan هرمزگان
persiangulf persian-gulf
blacksea black-sea черномор* karadeniz
mekong
ganges ganga
himalaya himalayan
bengal bengali
punjab punjabi
sindh sind
gujarat
kerala
tamil
goa
colombo
dhaka dacca
kathmandu
phnompenh phnom-penh
`
