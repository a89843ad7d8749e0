/** Countries with their adjectives, and cities; the form of a line is in activities.ts. */
export const places = `
china chinese chine chinois cina chiny çin kitay китай китайск* الصين صيني چین סין κίνα 中国 中國 中華 中华 华 중국 zhongguo sino prc zhonghua
russia russian russland russische russe russie rusia ruso россия россии российск* русск* росс rossiya rossii rossiyskiy rosiiskii rus росія روسيا روسيه روسیه רוסיה ρωσια 俄罗斯 ロシア 러시아
iran iranian iranien iranische iraní iranico иран* إيران ايران ایران ایرانی إيرانية الإيرانية الإيراني איראן ιραν 伊朗 イラン 이란 persia persian irans iranu
iraq iraqi irak irakische ирак* العراق عراق عراقية العراقية עיראק 伊拉克 イラク 이라크
syria syrian syrie syrische syrien siria suriye сири* سوريا سورية السورية السوري סוריה συρια 叙利亚 シリア 시리아 sirya syryjski syrienne
lebanon lebanese liban libanaise libanon líbano libano лив* ливан* لبنان اللبنانية اللبناني לבנון 黎巴嫩 レバノン
jordan jordanian jordanie jordanien jordania иордан* الأردن الأردنية اردن 约旦
palestine palestinian فلسطين الفلسطينية палестин* 巴勒斯坦 palästina
israel israeli israelische isra'el israël израил* إسرائيل ישראל לישראל 以色列 イスラエル 이스라엘
egypt egyptian egypte misr mısır ägypten aegypten egipto egitto египет* египетск* مصر المصرية المصري מצרים 埃及 エジプト
saudi saudi-arabia saudischer saoudite саудовск* السعودية سعودی سعودية السعودي 沙特 サウジ
kuwait kuwaiti koweït кувейт* الكويت كويت كويتية 科威特
qatar qatari катар* قطر القطرية 卡塔尔
bahrain bahraini бахрейн* البحرين 巴林
oman omani оман* عمان العمانية 阿曼
yemen yemeni йемен* اليمن اليمنية 也门
uae emirates emirati emirats émirats emiratos эмират* оаэ الإمارات الإماراتية امارات 阿联酋 united-arab-emirates vae
dubai dubaï дубай دبي دبی 迪拜 ドバイ 두바이
abudhabi abu-dhabi أبوظبي ابوظبی 阿布扎比
sharjah الشارقة
turkey turkish türkiye turkiye türk turk turque turquie türkei türkische turquia турц* турецк* تركيا التركية ترکیه טורקיה 土耳其 トルコ 터키 turkiyenin
afghanistan afghan афган* أفغانستان افغانستان افغان 阿富汗
pakistan pakistani пакистан* باكستان پاکستان 巴基斯坦
india indian inde indien индия индийск* الهند هند הודו 印度 インド 인도 bharat hindustan
bangladesh bangladeshi бангладеш* بنغلاديش 孟加拉
srilanka sri-lanka ceylon lanka шри-ланк* 斯里兰卡
nepal nepalese непал*
myanmar burma burmese birma мьянм* ميانمار 缅甸 ミャンマー 미얀마
thailand thai thaï таиланд* تايلاند 泰国 タイ 태국 siam
vietnam vietnamese viet viêt việt viet-nam вьетнам* فيتنام 越南 ベトナム 베트남 vietnamese
cambodia cambodian kampuchea камбодж* 柬埔寨
laos lao лаос* 老挝
malaysia malaysian малайз* ماليزيا 马来西亚 マレーシア 말레이시아 malay
singapore singapura singapur сингапур* سنغافورة 新加坡 シンガポール 싱가포르 spore s'pore
indonesia indonesian indonesien индонез* إندونيسيا 印尼 印度尼西亚 インドネシア 인도네시아
philippines philippine filipinas pilipinas филиппин* الفلبين 菲律宾 フィリピン 필리핀
japan japanese japon japanische nippon nihon япон* اليابان ژاپن יפן 日本 ジャパン 일본 riben ilbon ニッポン nichi
korea korean coree corée koreanische chosun choson joseon daehan hanguk корея корейск* كوريا کره קוריאה 韩国 韓国 朝鲜 朝鮮 한국 조선 대한 コリア 高丽 코리아 hankuk dprk rok
koryo goryeo 고려
taiwan taiwanese тайван* تايوان 台湾 台灣 대만
mongolia mongolian монгол* 蒙古 몽골
hongkong hong-kong hk honkong гонконг* هونغ-كونغ 香港 ホンコン 홍콩 xianggang
macau macao макао 澳门 마카오
kazakhstan kazakh kazakstan qazaqstan казахстан* казах* كازاخستان قزاقستان 哈萨克斯坦 kaz
uzbekistan uzbek узбекистан* узбек* أوزبكستان 乌兹别克斯坦 o'zbekiston
turkmenistan turkmen туркмен* تركمانستان ترکمنستان
tajikistan tajik таджик* طاجيكستان
kyrgyzstan kyrgyz kirgiz кыргыз* киргиз* 
azerbaijan azerbaijani azeri azerbaycan азербайджан* أذربيجان آذربایجان
armenia armenian армен* армян* أرمينيا ارمنستان haykakan
georgia georgian georgien géorgie грузи* جورجيا گرجستان 格鲁吉亚 
ukraine ukrainian ukraina ukrayina украин* україн* أوكرانيا اوکراین אוקראינה 乌克兰 ウクライナ ukr
belarus belarusian byelorussia belorussia белар* белорус* بيلاروسيا بلاروس 白俄罗斯 bel belarusi weissrussland
moldova moldovan moldavia молдав* молдов*
romania romanian rumänien roumanie românia rumania румын* رومانيا 罗马尼亚 roman-ia
bulgaria bulgarian bulgarien bulgarie болгар* българ* بلغاريا
serbia serbian serbien serbie srbija srbije srpska сербия сербск* срби* صربيا
croatia croatian kroatien hrvatska croatie хорват*
bosnia bosnian босн*
slovenia slovenian slovenija словен*
slovakia slovak slovensko slovenská словак*
czech czechia česká ceska cesky tschechische чех* чешск*
poland polish polska polski pologne polen polonia поль* польск* بولندا
hungary hungarian magyar ungarn hongrie венгр* венгер* 
austria austrian österreich österreichische oesterreich oesterreichische autriche австр* النمسا 奥地利 オーストリア
germany german deutschland deutsche deutscher deutsches allemagne allemand alemania alemán germania almanya герман* немецк* ألمانيا آلمان גרמניה 德国 ドイツ 독일 niemcy
switzerland swiss schweiz schweizerische schweizer schweizerischer suisse svizzera suiza helvetia helvetic швейцар* سويسرا سوئیس שווייץ 瑞士 スイス 스위스 isviçre
france french francaise française francais français frankreich francia fransa франц* فرنسا فرانسه צרפת 法国 フランス 프랑스
italy italian italia italiana italiano italien italienne итал* إيطاليا ایتالیا איטליה 意大利 イタリア 이탈리아
spain spanish españa espana espagne española espanola spanien испан* إسبانيا اسپانیا 西班牙 スペイン 스페인
portugal portuguese portuguesa português portugais португал* البرتغال 葡萄牙
netherlands dutch holland nederland nederlandse nederlanden niederlande pays-bas нидерланд* голланд* هولندا هلند 荷兰 オランダ 네덜란드
belgium belgian belgique belge belgie belgische belgien бельги* بلجيكا
luxembourg luxemburg luxembourgeoise люксембург*
liechtenstein лихтенштейн*
monaco
uk britain british great-britain united-kingdom england english grande-bretagne britannique großbritannien британ* англ* بريطانيا انگلیس בריטניה 英国 イギリス 영국
scotland scottish шотланд*
ireland irish irland irlande éire ирланд*
denmark danish danmark danske dansk dänemark датск*
sweden swedish sverige svenska svensk schweden suède швед* шведск* 瑞典
norway norwegian norge norsk norske norwegen норвеж*
finland finnish suomi suomen finnland финлянд* финск*
iceland icelandic ísland
estonia estonian eesti эстон*
latvia latvian latvijas латв* латвийск*
lithuania lithuanian lietuvos lietuva литов*
greece greek hellenic ellada griechenland grèce grecia hellas griechische греч* греция ελλαδα ελλάδος ελλάδας ελληνικη ελληνικά ελληνική ελληνικός اليونان יוון 希腊 
cyprus cypriot kypros kypriaki zypern chypre chipre kıbrıs kibris кипр* κυπρος κύπρου κυπριακή κύπρος قبرص קפריסין 塞浦路斯
malta maltese мальт* مالطا
albania albanian албан*
kosovo kosovar
macedonia macedonian makedonija македон*
montenegro crna-gora черногор*
usa us america american americas united-states états-unis estados-unidos américaine amerika amerikanische сша америк* أمريكا الأمريكية آمریکا אמריקה 美国 アメリカ 미국 america's
canada canadian canadienne канад* كندا کانادا 加拿大 カナダ 캐나다
mexico mexican mexicana mexicano mexique mexiko méxico мексик* المكسيك 墨西哥
cuba cuban cubana cubano кубинск* куба كوبا 古巴 キューバ 쿠바
venezuela venezuelan venezolana венесуэл* فنزويلا 委内瑞拉
colombia colombian colombiana колумб*
brazil brazilian brasil brasileiro brasileira brésil бразил* البرازيل 巴西 ブラジル 브라질
argentina argentine argentino аргентин* 阿根廷
chile chilean chilena chileno чили
peru peruvian peruana peruano перу
ecuador ecuadorian ecuatoriana
bolivia bolivian boliviana
panama panamanian panamá панам* بنما 巴拿马 パナマ 파나마
nicaragua nicaraguan
haiti haitian haïti
africa african afrique afrika africaine африк* أفريقيا الأفريقية آفریقا 非洲 アフリカ 아프리카
southafrica south-african sudafrica юар
libya libyan libye libyen libia ливия ливийск* ليبيا الليبية ליביה 利比亚
tunisia tunisian tunisie tunisien тунис* تونس التونسية
algeria algerian algerie algérie algérienne алжир* الجزائر الجزائرية
morocco moroccan maroc marocaine marokko марокк* المغرب المغربية marruecos
sudan sudanese soudan судан* السودان السودانية 苏丹
ethiopia ethiopian эфиоп* إثيوبيا
somalia somali сомал* الصومال
kenya kenyan
nigeria nigerian
ghana ghanaian
congo congolese congolaise конго الكونغو 刚果 drc
zimbabwe zimbabwean зимбабв*
mali malian
eritrea eritrean
rwanda rwandan
burundi
angola angolan
mozambique moçambique
tanzania tanzanian
uganda ugandan
zambia
namibia
botswana
asia asian asie asien asiatique asya азиат* азия آسيا آسیا אסיה 亚洲 アジア 아시아 亜細亜
europe european europa européenne europäische eu avrupa европ* أوروبا اروپا אירופה 欧洲 ヨーロッパ 유럽 european's
eurasia eurasian евраз*
euro 欧元
middleeast middle-east mideast الشرق-الأوسط 中東
australia australian австрал* أستراليا 澳大利亚 オーストラリア 호주
newzealand new-zealand
`
