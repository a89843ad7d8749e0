/** Words that say little of a company; the form of a line is in activities.ts. */
export const fillers = `
group groups нпо npo нпп npp вко gruppe groupe grupo gruppo grupa grup groep koncern concern konzern konzern групп* группа концерн* ομιλος όμιλος مجموعة المجموعة گروه קבוצת קבוצה 集团 グループ 그룹 jituan guruppu keurup grp conglomerate
holding holdings holdinggesellschaft hldg hldgs холдинг* القابضة قابضة هلدینگ אחזקות החזקות 控股 ホールディングス 홀딩스 지주 konggu beteiligungsgesellschaft
enterprise enterprises entreprise entreprises empresa empresas impresa unternehmen unternehmung unternehmungen betrieb betriebe isletmeleri işletmeleri przedsiebiorstwo przedsiębiorstwo preduzece poduzece vallalat podnik predpriyatie предприят* підприєм* επιχείρηση επιχειρήσεις επιχειρηση مؤسسة موسسه منشأة المؤسسة establishment est establishments establecimiento établissement établissements etablissements etablissement ets etabl 製作所 제작소 seisakusho 企业 企業 기업 エンタープライズ 사업 事业 qiye ventures venture undertaking undertakings businesses business
international internationale internationaler internacional internazionale internationals int intl intern inter uluslararasi uluslararası enternasyonal miedzynarodowy međunarodni mezhdunarodny международн* міжнародн* интернешнл интернэшнл διεθνης διεθνής عالمية الدولية الدولي دولية بین‌المللی בינלאומי בינלאומית 国际 國際 インターナショナル 국제 인터내셔널 guoji kokusai gukje
global globale worldwide world weltweit mondial mondiale mundial mondo welt monde mundo dunya dünya мир мировой всемирн* глобал* عالم العالمية العالمي جهان جهانی עולמי 全球 世界 グローバル 글로벌 세계 sekai quanqiu universal universale
general generale générale generalne allgemeine allgemeiner genel umum общий генеральн* генеральная العامة عامة عمومی כללי 总 ゼネラル 종합 gen
solutions solution lösungen soluciones soluções решен* حلول פתרונות 解决方案 ソリューションズ ソリューション 솔루션
products product produits productos prodotti produkte ürünleri prodotto товар* изделия منتجات محصولات מוצרים 产品 製品 프로덕트
resources resource ressourcen recursos risorse ресурс* موارد منابع 资源 資源 자원
works-company arbeiten travaux trabajos работ*
project projects projekte projekt progetti proyectos projets proje проект* مشاريع المشاريع پروژه פרויקטים 项目 プロジェクト
representative representation vertretung representaciones представит* تمثيل 代表处
operations operation operating operator betriebs betreiber оператор* عمليات 运营 
brothers brother bros gebrüder gebrueder gebr frères freres hermanos hnos fratelli flli irmaos irmãos kardesler kardeşler bracia братья إخوان أخوان برادران אחים 兄弟 ブラザーズ 형제
sons son-s söhne soehne fils hijos figli filhos ogullari oğulları сыновья أبناء أولاد פסران ובניו 
family familie famille familia famiglia семья عائلة 家族
`
/** Qualifying words that are translated: they distinguish companies, and each has one meaning in all languages. */
export const qualifiers = `
national nationale nationaler nationaux nacional nazionale nationaal narodowy natl ulusal milli nemzeti nacionalna nacionalni национальн* національн* нац national الوطنية الوطني وطني وطنية ملی ملي לאומי לאומית εθνικη εθνική εθνικό 国立 國立 国家 國家 国民 ナショナル 국립 국가 국민 kokumin guojia
central centrale centralny zentral zentrale zentraler centralna центральн* κεντρικη κεντρική المركزي المركزية مرکزی מרכזי 中央 セントラル 중앙 zhongyang chuo jungang centrally
state 国家 国営 states staatliche staats staat stato estatal estado état etat gos państwowy panstwowy devlet drzavni државн* государствен* госу* гос державн* δημοσιος δημόσια دولة دولتی ממשלתי 国有 国营 国営 국영 statale staatlich
people peoples popular populaire popolare volks volk volksbank народн* halk ludowy ludowa شعبي مردم 人民 인민 大衆 renmin
federal fédéral fédérale federale bundes federalny федеральн* اتحادي 联邦 連邦 연방
republic republik république república repubblica cumhuriyet cumhuriyeti rzeczpospolita respublika республик* جمهورية جمهوری רפובליקה 共和国 共和國 공화국
democratic demokratisch démocratique democrático демократич* ديمقراطية 民主 민주
islamic islami islamique islámico islamica islamischer исламск* إسلامية الإسلامية الإسلامي اسلامی 伊斯兰 이슬람
arab arabe arabian arabische árabe араб* العربية العربي عرب عربي עربی 阿拉伯
royal koninklijke königliche koenigliche royale real reale krolewski kraliyet королевск* الملكية ملكي 皇家 ロイヤル 왕립
imperial kaiserlich impérial императорск* 帝国
united vereinigte vereinigt unis unie unidos unida uniti unita zjednoczone birlesik birleşik объединен* об'єднан* юнайтед ενωμενη المتحدة متحد متحده מאוחד 联合 合同 ユナイテッド 유나이티드 lianhe yunaited
first erste erster première premier primera primero primo prima birinci pierwszy pervy первый перва* الأول الأولى اول ראשון 第一 第1 제일 1st diyi daiichi jeil ファースト 퍼스트
second zweite zweiter deuxième segundo segunda secondo drugi vtoroy второй втор* الثاني الثانية دوم 第二 第2 제이 2nd daini dier
third dritte dritter troisième tercero tercera terzo trzeci tretiy третий треть* الثالث سوم 第三 第3 3rd daisan disan
fourth vierte quatrième cuarto quarto четверт* 第四 4th
fifth fünfte cinquième quinto пят* 第五 5th
new shin xin neue neuer neu nouveau nouvelle nuevo nueva nuovo nuova novo nova novy nowy yeni нов* جديد الجديدة نو חדש 新 ニュー 뉴 nea
old alte vieux antiguo viejo стар*
north nord northern norte nördlich noerdliche kuzey polnocny север* северн* északi شمال الشمال شمالي 北 北方 北部 ノース 북 북방 del-norte beifang hoppo
south süd sued sud sur southern meridional sul guney güney poludniowy юг южн* جنوب الجنوب جنوبي 南 南方 南部 サウス 남 남방 zuid nanfang
east ost eastern este oriental orient orientale osten dogu doğu wschodni восток восточн* شرق الشرق شرقي 东 东方 東方 東部 イースト オリエンタル 동 동방 dongfang dongbang toho levante
west western westen oeste ouest occidental occidente bati batı zachodni запад западн* غرب الغرب غربي 西 西方 西部 ウェスト 서 서방
middle mittel moyen medio orta средн* الأوسط خاورمیانه 中东 中部 ミドル mid
gulf golf golfe golfo körfez залив خليج الخليج خلیج מפרץ 海湾 ガルフ 
pacific pazifik pacifique pacífico pacifico тихоокеан* pac 太平洋 パシフィック 태평양 taipingyang taiheiyo
atlantic atlantik atlantique atlántico атлантич* 大西洋 アトランティック
mediterranean mittelmeer méditerranée mediterráneo средиземн* المتوسط 地中海
baltic baltik baltique báltico балт* бaлтийск* 波罗的
black schwarz noir negro nero czarny kara черн* أسود سیاه 黑 ブラック 블랙
white weiss blanc blanco bianco bialy beyaz бел* أبيض سفید 白 ホワイト 화이트
red rot rouge rojo rosso czerwony kirmizi красн* أحمر سرخ 红 レッド 레드
blue blau bleu azul blu niebieski mavi син* голуб* أزرق آبی 蓝 ブルー 블루
green grün gruen vert verde zielony yesil зелен* أخضر سبز 绿 グリーン 그린
golden gold goldene or oro dorado d'oro zloty złoty altin altın золот* ذهب الذهب الذهبية طلا طلایی זהב 金色 金 ゴールド ゴールデン 골드 kogane
silver silber argent plata argento srebro gümüş gumus серебр* فضة نقره כסף 银色 シルバー 실버
star stern stella étoile etoile estrella stella gwiazda yildiz yıldız звезд* نجم نجمة النجم ستاره כוכב αστερι 星 スター 스타 sterne stars xing hoshi
sun sonne soleil sol sole slonce güneş gunes солнц* شمس الشمس خورشید שמש ηλιος 太阳 太陽 サン 태양 taiyang taiyo
moon mond lune luna ay месяц лун* قمر القمر ماه 月 ムーン 
sea meer mer mare deniz море بحر البحر دریا ים θαλασσα 海 シー 바다 sea's
river fluss fleuve río rio nehir река نهر النهر رود 河 江
mountain berg mont monte montana montaña dağ dag гора جبل الجبل کوه 山 マウンテン
eagle adler aigle águila aguila aquila orzel kartal орел النسر عقاب נשר 鹰 イーグル 독수리
lion löwe loewe lion leone león lew aslan лев الأسد شیر אריה 狮 ライオン 사자
tiger тигр ببر 虎 타이거
dragon drache drago dragón дракон تنين اژدها 龙 ドラゴン 드래곤 용
light licht lumière luz luce işık свет نور النور 光
peace friede paix paz pace pokój barış мир سلام السلام صلح שלום 和平 평화
victory sieg victoire victoria vittoria zafer побед* نصر النصر پیروزی 胜利 승리
hope hoffnung espoir esperanza speranza umut надежда أمل الأمل امید תקווה 希望 희망
friendship freundschaft amitié amistad dostluk дружб* صداقة الصداقة 友谊 友好 우호
unity einheit unité unidad единст* وحدة الوحدة 统一 통일
future zukunft avenir futuro gelecek будущ* مستقبل المستقبل آینده 未来 미래
modern moderne moderno современ* حديثة الحديثة مدرن 现代 近代 모던
advanced avancé avanzado fortgeschrittene передов* متقدمة پیشرفته 先进 先端 첨단
special speziell spécial especial специальн* خاصة ویژه 特殊 特別 특수
private privat privé privado privata частн* خاص 私人 민간
public öffentliche public público pubblico публичн* عام 公共 공공
city stadt ville ciudad città miasto sehir şehir город* مدينة شهر עיר 市 城市 都市 도시 シティ 시티 urban stadtwerke
metropolitan métropolitain столичн* متروبوليتان
regional region région region областн* регион* إقليمية منطقه 地区 地方 지역
heavy 重型 중형 schwer lourd pesada pesado тяжел* ثقيلة سنگین 重 重工 중공업 重型
light-industry 轻型 轻
prime premier
young jung jeune молод* 青年
civil civile zivil civiles гражданск* المدنية المدني مدنی אזרחי 民用 民航 民間航空 민간
olympic olympique olympisch olímpico олимпийск* олимпик ολυμπιακ* ολυμπιακη ολυμπιακός ολυμπιακή الأولمبية 奥林匹克 オリンピック 올림픽
auction auctions auktion auktionshaus enchères subasta subastas asta аукцион* аукцион مزاد 拍卖 オークション 경매
complex komplex complexe complejo комплекс* مجمع 综合 総合
unique unico unica einzig
independent unabhängig indépendant independiente независим* مستقلة مستقل 独立
northwest north-west nordwest nord-ouest noroeste северо-запад* 西北
northeast north-east nordost nord-est noreste северо-восток* 东北 東北
southwest south-west südwest sud-ouest suroeste юго-запад* 西南
southeast south-east südost sud-est sureste юго-восток* 东南 東南
farmers farmer bauern bauer agricultores agriculteurs çiftçi
workers worker arbeiter travailleurs trabajadores işçi рабоч* 労働
merchants merchant kaufleute marchands comerciantes
student students studenten étudiants estudiantes студенч* 学生
women frauen femmes mujeres женск* نساء 女性 妇女
youth jugend jeunesse juventud молодеж* شباب 青少年
veterans veteranen ветеран*
holy saint sankt heilig san santa santo свят* القديس
horse pferd cheval caballo cavallo at-horse лошад* حصان 马术
falcon falke faucon halcón falco сокол* صقر الصقر شاهین-بردار 隼
bear bär ours oso orso медвед*
elephant elefant éléphant elefante слон* فيل 象
phoenix phönix phénix fénix fenice феникс* عنقاء ققنوس 凤凰
pearl perle perla жемчуж* لؤلؤ اللؤلؤ مروارید 珍珠 명주
crystal kristall cristal cristallo кристал* كريستال 水晶
rainbow regenbogen arc-en-ciel радуг* قوس-قزح 彩虹
bridge brücke pont puente ponte мост جسر پل 桥 橋
tower turm tour-tower torre башн* برج 塔
garden garten jardin jardín giardino сад بستان باغ 花园
flower blume fleur fleurs flor flores fiore цвет* زهرة الزهرة گل-ها 花
tree baum arbre árbol albero дерев* شجرة درخت 树
oak eiche chêne roble quercia дуб* بلوط
palm palme palma palmera пальм* نخيل النخيل نخل
cedar zeder cèdre cedro кедр* أرز الأرز
olive-tree زيتون الزيتون
fire feuer feu fuego fuoco огонь نار آتش 火
stone stein-stone pierre-stone piedra pietra камен* حجر سنگ 石材
island insel île isla isola остров* جزيرة الجزيرة جزیره 岛
lake see-lake lac lago озер* بحيرة دریاچه 湖
valley tal-valley vallée valle долин* وادي الوادي دره 谷
desert wüste désert desierto пустын* صحراء الصحراء کویر 沙漠
sky himmel ciel cielo неб* سماء السماء آسمان 天空
horizon horizont horizonte горизонт* أفق الآفاق افق 地平线
bright hell brillant brillante свет-bright ярк* ساطع 光明
fast quick rapid schnell rapide rápido быстр* سريع سریع 快捷 快
safe sicher sûr seguro безопас*
smart intelligent klug интеллект* ذكي هوشمند 智能 スマート 스마트
clean sauber propre limpio чист* نظيف پاک 清洁
strategic strategisch stratégique estratégico стратегич* استراتيجية 战略 전략
technical technisch техническ* فني فنية 技术性
precision präzision précision precisión высокоточн* точн* دقيق 精密 정밀
optical optik optique óptica оптич* оптик* بصريات 光学 光電 광학
professional professionell professionnel profesional профессион* مهني 专业
tropical tropisch
continental kontinental континент* قاري 大陆
frontier grenze frontière frontera границ* مرز 边境
coast küste côte costa-coast побереж* ساحل الساحل 海岸
crown krone couronne corona корон* تاج التاج 皇冠
king könig roi rey re-king корол* ملك الملك شاه 王者
queen königin reine reina королев* ملكة ملکه
castle schloss château castillo castello замок قلعة القلعة
gate tor-gate porte puerta porta ворот* بوابة دروازه 门户
key schlüssel clé clave ключ* مفتاح کلید
liberty freedom freiheit liberté libertad свобод* حرية الحرية آزادی 自由
revolution revolución révolution революц* ثورة الثورة انقلاب 革命 혁명
martyr martyrs شهداء الشهداء شهيدان
revolutionary revolutionär révolutionnaire революцион* انقلابی الثوري
guard-corps pasdaran سپاه-پاسداران حرس-الثورة
corps korps cuerpo корпус* فيلق سپاه 兵团 軍団 군단
command commandment kommando командован* قيادة فرماندهی 司令部 사령부
`
